// Buttons with data-copy copy the text of the element they name. Without JavaScript
// they are not there, and the text is selected by hand.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  const status = document.getElementById('copied')
  const name = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = 'Copied'
      setTimeout(() => { button.textContent = name }, 2000)
      status.textContent = 'Copied to the clipboard.'
    } catch {
      getSelection().selectAllChildren(source)
      status.textContent = 'The browser does not let this page copy: it is selected, copy it with the keyboard.'
      status.classList.add('shown')
    }
  })
}

// Search hides the parts of the page that lack one of the words. Without JavaScript it is
// not there; browsers have a search of their own.
const search = document.getElementById('search')
const said = document.getElementById('found')
const elsewhere = document.getElementById('elsewhere')
const parts = [...document.querySelectorAll('main article')]
const text = new Map(parts.map(part => [part, part.textContent.toLowerCase()]))

function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const part of parts) {
    const has = words.every(word => text.get(part).includes(word))
    part.hidden = !has
    found += has
    for (const link of document.querySelectorAll(`.contents a[href="#${part.dataset.part}"]`)) link.closest('li').hidden = !has
    for (const details of part.querySelectorAll('details:not(.snippet)')) {
      details.open = words.some(word => details.textContent.toLowerCase().includes(word))
    }
  }
  for (const group of document.querySelectorAll('main section')) group.hidden = !group.querySelector('article:not([hidden])')
  for (const list of document.querySelectorAll('.contents .group')) list.hidden = !list.querySelector('li:not([hidden])')
  said.textContent = words.length ? `${found} of ${parts.length} parts have it.` : ''
  elsewhere.hidden = !words.length
  elsewhere.href = `${elsewhere.dataset.path}?q=${encodeURIComponent(search.value)}`
}

search.closest('[hidden]').hidden = false
search.value = new URLSearchParams(location.search).get('q') || ''
look()
search.addEventListener('input', look)
search.addEventListener('keydown', event => {
  if (event.key === 'Escape') { search.value = ''; look() }
})
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === search) return
  event.preventDefault()
  search.focus()
})

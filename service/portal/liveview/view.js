'use strict';

// The address is …/stream/N; the frames are at …/stream/N/frames.
const index = Number(location.pathname.split('/').pop());
const options = new URLSearchParams(location.search);
const readOnly = options.has('readonly') && !['0', 'false'].includes(options.get('readonly'));

const screenCanvas = document.getElementById('screen');
const canvas = screenCanvas.getContext('2d', { alpha: false });
const notice = document.getElementById('notice');
const address = document.getElementById('address');
const tabs = document.getElementById('pages');
document.getElementById('mode').hidden = !readOnly;

const reasons = {
  client_disconnected: 'its client disconnected',
  inactivity_timeout: 'nobody used it for its timeout',
  deleted: 'it was closed',
  browser_crashed: 'its browser crashed',
  disk_full: 'its disk was full',
  service_stopped: 'the service stopped',
};

let socket;
let ended = false;
let retry = 250;
let page = { width: 0, height: 0 };

function connect() {
  const url = new URL(location.pathname + '/frames', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (readOnly) url.searchParams.set('readonly', '1');
  socket = new WebSocket(url);
  socket.binaryType = 'blob';
  socket.onopen = () => { retry = 250; };
  socket.onmessage = (message) => {
    if (typeof message.data === 'string') tell(JSON.parse(message.data));
    else show(message.data);
  };
  socket.onclose = () => {
    if (ended) return;
    notice.textContent = 'Connecting again…';
    setTimeout(check, retry);
    retry = Math.min(retry * 2, 5000);
  };
}

// An address that is no longer there is a session that has ended meanwhile.
async function check() {
  try {
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    if (answer.status === 404) return end('');
  } catch {
    // The service may be back in a moment.
  }
  connect();
}

function end(reason) {
  ended = true;
  document.body.dataset.state = 'ended';
  notice.textContent = 'The session has ended' + (reason ? ': ' + (reasons[reason] || reason) : '') + '.';
}

function tell(message) {
  if (message.type === 'ended') return end(message.reason);
  if (message.type !== 'page') return;
  page = message;
  address.textContent = message.url;
  document.title = (message.title || message.url || 'Live view');
  tabs.replaceChildren(...message.pages.map((other) => {
    const link = document.createElement('a');
    link.href = other.index + location.search;
    link.textContent = other.title || other.url || 'page ' + other.index;
    link.title = other.url;
    if (other.index === index) link.setAttribute('aria-current', 'page');
    return link;
  }));
  if (!message.pages.some((other) => other.index === index)) {
    notice.textContent = 'There is no page ' + index + ' at the moment.';
  }
}

// Frames are drawn in order; one that comes while another is decoded waits, and only
// the latest of those that wait is drawn.
let drawing = false;
let waiting = null;

async function show(frame) {
  if (drawing) {
    waiting = frame;
    return;
  }
  drawing = true;
  try {
    const bitmap = await createImageBitmap(frame);
    if (screenCanvas.width !== bitmap.width || screenCanvas.height !== bitmap.height) {
      screenCanvas.width = bitmap.width;
      screenCanvas.height = bitmap.height;
    }
    canvas.drawImage(bitmap, 0, 0);
    bitmap.close();
    if (!ended) notice.textContent = '';
  } finally {
    drawing = false;
    if (waiting) {
      const next = waiting;
      waiting = null;
      show(next);
    }
  }
}

function send(message) {
  if (!readOnly && !ended && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function modifiers(event) {
  return (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);
}

const buttonNames = ['left', 'middle', 'right', 'back', 'forward'];

function mouse(kind, event, more) {
  const box = screenCanvas.getBoundingClientRect();
  send({
    type: 'mouse',
    event: kind,
    x: (event.clientX - box.left) * (page.width || screenCanvas.width) / box.width,
    y: (event.clientY - box.top) * (page.height || screenCanvas.height) / box.height,
    buttons: event.buttons,
    modifiers: modifiers(event),
    ...more,
  });
}

// A move is sent at most once per frame of this screen.
let moved = null;

function flushMove() {
  if (!moved) return;
  const event = moved;
  moved = null;
  const held = [1, 4, 2].findIndex((bit) => event.buttons & bit);
  mouse('mouseMoved', event, { button: held < 0 ? 'none' : buttonNames[held] });
}

if (!readOnly) {
  screenCanvas.addEventListener('pointermove', (event) => {
    if (!moved) requestAnimationFrame(flushMove);
    moved = event;
  });
  screenCanvas.addEventListener('pointerdown', (event) => {
    screenCanvas.focus();
    screenCanvas.setPointerCapture(event.pointerId);
  });
  screenCanvas.addEventListener('mousedown', (event) => {
    event.preventDefault();
    flushMove();
    mouse('mousePressed', event, { button: buttonNames[event.button] || 'none', click_count: event.detail || 1 });
  });
  screenCanvas.addEventListener('mouseup', (event) => {
    event.preventDefault();
    flushMove();
    mouse('mouseReleased', event, { button: buttonNames[event.button] || 'none', click_count: event.detail || 1 });
  });
  screenCanvas.addEventListener('contextmenu', (event) => event.preventDefault());
  screenCanvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? screenCanvas.height : 1;
    mouse('mouseWheel', event, { button: 'none', delta_x: event.deltaX * unit, delta_y: event.deltaY * unit });
  }, { passive: false });

  const key = (kind) => (event) => {
    if (event.isComposing || event.key === 'Process') return;
    // What pastes here is pasted there: the paste event brings the text.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return;
    event.preventDefault();
    const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey ? event.key : event.key === 'Enter' ? '\r' : '';
    send({
      type: 'key',
      event: kind === 'down' ? (typed ? 'keyDown' : 'rawKeyDown') : 'keyUp',
      key: event.key,
      code: event.code,
      key_code: event.keyCode,
      modifiers: modifiers(event),
      repeat: event.repeat,
      text: kind === 'down' ? typed : '',
    });
  };
  screenCanvas.addEventListener('keydown', key('down'));
  screenCanvas.addEventListener('keyup', key('up'));
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData && event.clipboardData.getData('text/plain');
    if (text && document.activeElement === screenCanvas) {
      event.preventDefault();
      send({ type: 'text', text });
    }
  });
  screenCanvas.focus();
}

connect();

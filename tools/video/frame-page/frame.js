// Draws one picture of the film. Runs in the stage's page; what it is given is made by cut.ts.
const arrow = `<svg class="pointer" width="30" height="36" viewBox="0 0 20 24"><path d="M3 2v17l4.4-4 3 6.8 3.2-1.4-3-6.7h6z"
  fill="#17162b" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/></svg>`

function paneOf(index) {
  const main = document.querySelector('main')
  while (main.children.length <= index) {
    const pane = document.createElement('div')
    pane.className = 'pane'
    pane.innerHTML = `<div class="bar"></div><div class="view"><img class="under" decoding="sync"><img class="over"
      decoding="sync"><div class="press"></div>${arrow}</div>`
    main.append(pane)
  }
  return main.children[index]
}

async function drawShot(img, file, { left, top, scale, width }, opacity) {
  img.style.display = file ? '' : 'none'
  if (!file) return
  img.style.width = `${width}px`
  img.style.opacity = opacity
  img.style.transform = `translate(${-left * scale}px, ${-top * scale}px) scale(${scale})`
  if (img.dataset.file === file) return
  img.dataset.file = file
  img.src = `/shots/${file}`
  await img.decode()
}

function drawPointer(pane, { pointer, press, left, top, scale }) {
  const at = `translate(${(pointer.x - left) * scale}px, ${(pointer.y - top) * scale}px)`
  const arrowDrawn = pane.querySelector('.pointer')
  arrowDrawn.style.opacity = pointer.opacity
  arrowDrawn.style.transform = at
  const ring = pane.querySelector('.press')
  ring.style.opacity = press === null ? 0 : pointer.opacity * (1 - press)
  ring.style.transform = `${at} scale(${0.25 + 0.75 * (press ?? 0)})`
}

async function drawPane(pane, given) {
  const { rect, opacity, label } = given
  const [left, top, width, height] = rect
  Object.assign(pane.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    opacity,
    display: opacity > 0 ? '' : 'none',
  })
  pane.querySelector('.bar').textContent = label
  await drawShot(pane.querySelector('.under'), given.under, given, 1)
  await drawShot(pane.querySelector('.over'), given.over, given, given.blend)
  drawPointer(pane, given)
}

globalThis.draw = async ({ heading, panes, card }) => {
  document.documentElement.lang = card.lang
  const title = document.querySelector('.heading')
  title.textContent = heading.text
  title.style.opacity = heading.opacity
  const drawn = panes.map((pane, index) => drawPane(paneOf(index), pane))
  const shown = document.querySelector('.card')
  shown.style.opacity = card.opacity
  shown.style.display = card.opacity > 0 ? '' : 'none'
  shown.querySelector('.name').textContent = card.name
  shown.querySelector('.line').textContent = card.line
  await Promise.all([...drawn, document.fonts.ready])
}

// Probes that the benchmarks run in the page.

/**
 * Resolves after the next frame is drawn: a message arrives after drawing, an animation frame callback
 * before.
 */
const afterPaint = (then) =>
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(null)
  })

/** From the click on the button with this label until the frame with the first rows was drawn, in ms. */
window.firstPaint = (label) =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no rows after '${label}'`)), 20_000)
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent.startsWith(label))
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.history-table .ag-row .ag-cell')) return
      seen.disconnect()
      afterPaint(() => resolve(performance.now() - pressed))
    })
    seen.observe(document.body, { childList: true, subtree: true })
    const pressed = performance.now()
    button.click()
  })

/** Records the time of every frame and the frames with a missing row, until `framesWatched`. */
window.watchFrames = () => {
  const times = []
  let gaps = 0
  let isOver = false
  const { left, top, height } = document
    .querySelector('.history-table .ag-grid-viewport')
    .getBoundingClientRect()
  const hasRow = (part) =>
    document.elementFromPoint(left + 60, top + height * part)?.closest('.ag-row') ?? null
  const frame = (time) => {
    times.push(time)
    if (![0.2, 0.5, 0.95].every(hasRow)) gaps += 1
    if (!isOver) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.framesWatched = () => {
    isOver = true
    return { times, gaps }
  }
}

/** Once the table's code has been fetched and parsed. */
window.codeOfTable = () =>
  new Promise((resolve) => {
    const look = () => {
      const files = performance.getEntriesByType('resource')
      const hasCome = files.some(({ name, responseEnd }) => /HistoryDesk.*\.js/.test(name) && responseEnd > 0)
      if (hasCome) requestIdleCallback(() => requestIdleCallback(resolve))
      else setTimeout(look, 50)
    }
    look()
  })

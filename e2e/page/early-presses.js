// Presses Accept and its key at the moment a contra is located, and after 100 and 500 ms.
window.pressed = []
new MutationObserver((_changes, observer) => {
  const accept = document.querySelector('.locate-accept')
  if (!accept) return
  observer.disconnect()
  for (const after of [0, 100, 500])
    setTimeout(() => {
      accept.focus()
      accept.click()
      accept.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
      accept.blur()
      window.pressed.push(after)
    }, after)
}).observe(document.body, { childList: true, subtree: true })

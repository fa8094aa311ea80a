// What injected content would try. Delayed, because code that a test evaluates is exempt from the policy.
setTimeout(() => {
  const script = document.createElement('script')
  script.textContent = 'window.ran = true'
  const style = document.createElement('style')
  style.textContent = 'body { display: none }'
  const picture = document.createElement('img')
  picture.src = 'https://elsewhere.example/pixel.png'
  document.body.append(script, style, picture)
  fetch('https://elsewhere.example/').catch(() => undefined)
  // biome-ignore lint/security/noGlobalEval: that it is forbidden is what is shown
  window.ran = eval('true')
})

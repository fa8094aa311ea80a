// Runs before the first paint, so that no one sees the wrong theme or language flash by.
// The same reading of the same entry as src/settings.ts; a plain script, as modules run too late.
;(() => {
  const page = document.documentElement
  let kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('display')) || {}
  } catch {
    // Nothing kept, or not ours: the system decides.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  page.dataset.mode =
    kept.mode === 'light' || kept.mode === 'dark' ? kept.mode : systemIsDark ? 'dark' : 'light'
  page.dataset.palette = kept.palette || 'standard'
  page.dataset.rows = kept.rows || '28'
  const japanese = kept.language ? kept.language === 'Jp' : /^ja/i.test(navigator.language)
  page.lang = japanese ? 'ja' : 'en'
  // The build says where the texts are (build/texts-ahead.ts): they are on their way before the scripts are.
  const texts = document.currentScript.dataset[japanese ? 'jp' : 'en']
  if (texts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = texts
    document.head.append(link)
  }
})()

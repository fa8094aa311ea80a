import type { Language } from '@aitai/messages/language.ts'

/**
 * Fetches the font that a language needs beyond Inter. The list of Noto's slices alone is larger than the
 * rest of the styles, so that only readers of Japanese load it; and not before the first frame is painted,
 * which shows the system's own letters until the font has come.
 */
export function loadFont(language: Language): void {
  if (language !== 'Jp') return
  requestAnimationFrame(() =>
    requestAnimationFrame(() => void import('@fontsource-variable/noto-sans-jp/wght.css')),
  )
}

import type { Language } from '@aitai/messages/language.ts'

/**
 * Loads the font that a language needs besides Inter. The list of Noto's slices alone is larger than all
 * other styles, so only readers of Japanese load it, and only after the first paint, which uses the system
 * font.
 */
export function loadFont(language: Language): void {
  if (language !== 'Jp') return
  requestAnimationFrame(() =>
    requestAnimationFrame(() => void import('@fontsource-variable/noto-sans-jp/wght.css')),
  )
}

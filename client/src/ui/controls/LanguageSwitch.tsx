import { type Language, useLanguage, useText } from '../text/use-text.ts'
import './language-switch.css'

const offered: readonly { language: Language; lang: string }[] = [
  { language: 'En', lang: 'en' },
  { language: 'Jp', lang: 'ja' },
]

/** EN | JP, the active one filled with the brand's colour. Each is named in its own language. */
export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const text = useText()
  const current = useLanguage()
  return (
    <fieldset className="language-switch" aria-label={text('header.language')}>
      {offered.map(({ language, lang }) => (
        <button
          key={language}
          type="button"
          lang={lang}
          aria-pressed={language === current}
          title={text(language === 'En' ? 'name.English' : 'name.Japanese')}
          onClick={() => onChoose(language)}
        >
          {text(`header.${language}`)}
        </button>
      ))}
    </fieldset>
  )
}

import { useLanguage, useText } from '../ui/text.ts'

/** Where `npm run video` puts what it makes, by language. */
const fileOf = { En: '/video/product.en', Jp: '/video/product.ja' } as const

/** The product's main job in a minute, with captions. It has no sound and does not begin by itself. */
export function ProductVideo() {
  const text = useText()
  const language = useLanguage()
  const file = fileOf[language]
  return (
    <video key={file} controls preload="none" poster={`${file}.jpg`} aria-label={text('about.video')}>
      <source src={`${file}.webm`} type="video/webm" />
      <source src={`${file}.mp4`} type="video/mp4" />
      <track
        default
        kind="captions"
        src={`${file}.vtt`}
        srcLang={language === 'Jp' ? 'ja' : 'en'}
        label={text('about.captions')}
      />
      {text('about.videoUnsupported')}
    </video>
  )
}

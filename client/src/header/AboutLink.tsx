import { installation } from '../ui/browser/installation.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import './header.css'

/** The page about us, the owner's own or ours, in a tab of its own: the desk stays (specification 2). */
export function AboutLink() {
  const text = useText()
  const language = useLanguage()
  return (
    <a
      className="header-about"
      title={text('about.link')}
      href={installation.aboutUrl[language] ?? '/about-us'}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text('about.link')} <span aria-hidden>↗</span>
      <span className="only-heard">{text('header.newTab')}</span>
    </a>
  )
}

import { contentUrl, installation } from './installation.ts'
import { Mark } from './Mark.tsx'
import { useText } from './text.ts'
import './logo.css'

/** The mark, or the owner's own logo, and the name, leading to the start page. */
export function Logo() {
  const text = useText()
  const { logo } = installation.brand
  return (
    <a className="logo" href="/" aria-label={text('header.home')}>
      {logo === null ? <Mark size={32} /> : <img src={contentUrl(logo)} alt="" height={32} />}
      <span aria-hidden>{text('name.product')}</span>
    </a>
  )
}

import { Link } from 'react-router'
import { contentUrl, installation } from '../browser/installation.ts'
import { useText } from '../text/use-text.ts'
import { LogoMark } from './LogoMark.tsx'
import './logo.css'

/**
 * The logo, ours or the owner's, with the name, as a link to the start page. From a desk that ends its socket
 * and header, which are created again with the home that the start page redirects to (docs/specification.md
 * §2).
 */
export function Logo() {
  const text = useText()
  const { logo } = installation.brand
  return (
    <Link className="logo" to="/" aria-label={text('header.home')}>
      {logo === null ? <LogoMark size={32} /> : <img src={contentUrl(logo)} alt="" height={32} />}
      <span aria-hidden>{text('name.product')}</span>
    </Link>
  )
}

import { Mark } from './Mark.tsx'
import { useText } from './text.ts'
import './logo.css'

/** The mark and the name, leading to the start page. */
export function Logo() {
  const text = useText()
  return (
    <a className="logo" href="/" aria-label={text('header.home')}>
      <Mark size={32} />
      <span aria-hidden>{text('name.product')}</span>
    </a>
  )
}

import { type ReactNode, useContext } from 'react'
import { Keys } from '../ui/Keys.tsx'
import { useText } from '../ui/text.ts'
import { DeskActions } from './desk-actions.ts'

/** No adverts yet: the search, one sentence, one hint of the keyboard. */
export function MinimalDesk({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <div className="desk-minimal">
      <div className="desk-minimal-search">{children}</div>
      <p className="desk-minimal-sentence">{text('advert.minimal.sentence')}</p>
      <p className="desk-minimal-keys" aria-hidden>
        <Keys>/</Keys> {text('advert.minimal.search')}
        <Keys>↑</Keys> <Keys>↓</Keys> {text('advert.minimal.choose')}
        <Keys>Enter</Keys> {text('advert.minimal.select')}
      </p>
      <div className="desk-minimal-more">{useContext(DeskActions)}</div>
    </div>
  )
}

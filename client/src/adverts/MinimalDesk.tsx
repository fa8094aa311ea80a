import { useContext } from 'react'
import { Keys } from '../ui/Keys.tsx'
import { useText } from '../ui/text.ts'
import { DeskActions } from './desk-actions.ts'

/** No adverts yet: under the search one sentence, one hint of the keyboard. */
export function MinimalDesk() {
  const text = useText()
  return (
    <>
      <p className="desk-minimal-sentence">{text('advert.minimal.sentence')}</p>
      <p className="desk-minimal-keys" aria-hidden>
        <Keys>/</Keys> {text('advert.minimal.search')}
        <Keys>↑</Keys> <Keys>↓</Keys> {text('advert.minimal.choose')}
        <Keys>Enter</Keys> {text('advert.minimal.select')}
      </p>
      <div className="desk-minimal-more">{useContext(DeskActions)}</div>
    </>
  )
}

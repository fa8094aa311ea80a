import { useContext } from 'react'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { DeskActions } from '../actions/desk-actions.ts'

/** No adverts yet: under the search one sentence, one hint of the keyboard. */
export function MinimalDesk() {
  const text = useText()
  return (
    <>
      <p className="desk-minimal-sentence">{text('advert.minimal.sentence')}</p>
      <p className="desk-minimal-keys" aria-hidden>
        <Kbd>/</Kbd> {text('advert.minimal.search')}
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {text('advert.minimal.choose')}
        <Kbd>Enter</Kbd> {text('advert.minimal.select')}
      </p>
      <div className="desk-minimal-more">{useContext(DeskActions)}</div>
    </>
  )
}

import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useText } from '../../ui/text/use-text.ts'
import { displayedStatus } from './advert-status.ts'
import './status-tag.css'

/** An advert's status as a word with its colour and a shape of its own. */
export function StatusTag({ advert }: { advert: Pick<Advert, 'advertisementStatus' | 'causeOfDeath'> }) {
  const text = useText()
  const { tone, text: key } = displayedStatus(advert)
  const cause = advert.causeOfDeath
  return (
    <span className="status-tag" data-tone={tone} title={cause ? text(`advert.cause.${cause}`) : undefined}>
      {text(key)}
    </span>
  )
}

import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { localNameOf } from '../../ui/format/equity-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

interface Props {
  id: string
  equity: Equity
  active: boolean
  taken: boolean
  onPoint: () => void
  onChoose: () => void
}

/** One security that was found, by its name in the reader's language first. */
export function SearchMatch({ id, equity, active, taken, onPoint, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const names = [equity.name, localNameOf(equity)]
  const [first, second] = language === 'Jp' ? names.toReversed() : names
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the focus and takes the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-match"
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      ref={(element) => void (active && element?.scrollIntoView?.({ block: 'nearest' }))}
    >
      <span className="search-ric">{equity.ric}</span>
      <span className="search-name">{first}</span>
      <span className="search-other">{second}</span>
      {taken && <span className="search-taken">{text('advert.search.open')}</span>}
    </div>
  )
}

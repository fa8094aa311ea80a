import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'
import { displayedStatus } from '../../adverts/status/advert-status.ts'
import { formatUtc } from '../../ui/format/format.ts'
import type { HistoryColumnId } from './column-presets.ts'
import type { HistoryTextContext } from './history-columns.ts'
import '../../adverts/status/status-tag.css'
import '../../ui/labels/side.css'

type Params = ICellRendererParams<Advert, string>
/** Renders the content of a cell into its element; called again when the advert has changed. */
type Draw = (cell: HTMLElement, advert: Advert, shown: string) => void

const shapes: Readonly<Record<Direction, string>> = { BUY: '▲', SELL: '▼' }

/** Looks like `ui/labels/Side.tsx`. */
const drawSide: Draw = (cell, { direction, hasNoSide }: ShownAdvert, shown) => {
  if (hasNoSide) {
    cell.className = ''
    cell.replaceChildren(shown)
    return
  }
  cell.className = 'side'
  cell.dataset.direction = direction
  const shape = document.createElement('span')
  shape.ariaHidden = 'true'
  shape.className = 'side-shape'
  shape.textContent = shapes[direction]
  cell.replaceChildren(shape, shown)
}

/** Looks like `status/StatusTag.tsx`. */
const drawStatus =
  ({ text, agreed }: HistoryTextContext): Draw =>
  (cell, advert, shown) => {
    const notExecuted = agreed.get(advert.id)?.notExecuted
    cell.className = 'status-tag'
    cell.dataset.tone = displayedStatus(advert).tone
    cell.title = advert.causeOfDeath
      ? text(`advert.cause.${advert.causeOfDeath}`)
      : notExecuted
        ? text(`locate.notExecuted.${notExecuted.by}`)
        : ''
    cell.textContent = shown
  }

/** A text that its column may cut off. */
const drawLongText: Draw = (cell, _advert, shown) => {
  cell.title = shown
  cell.textContent = shown
}

const drawTime =
  (timeOf: (advert: Advert) => number | null): Draw =>
  (cell, advert, shown) => {
    const time = timeOf(advert)
    cell.title = time === null ? '' : formatUtc(time)
    cell.textContent = shown
  }

/**
 * A cell renderer without React. With a React component in each cell, scrolling 2,000 rows takes longer than a
 * frame.
 */
function drawnBy(draw: Draw) {
  return class DrawnCell implements ICellRendererComp<Advert> {
    readonly #cell = document.createElement('span')

    init(params: Params): void {
      this.refresh(params)
    }

    getGui(): HTMLElement {
      return this.#cell
    }

    refresh({ data, value }: Params): boolean {
      if (data) draw(this.#cell, data, value ?? '')
      return true
    }
  }
}

const longTexts: readonly HistoryColumnId[] = ['connection', 'brokerContact', 'executingBroker', 'brokers']

/** The cell renderer of a column, or null if its text is enough. */
export function cellRendererOf(id: HistoryColumnId, context: HistoryTextContext) {
  if (id === 'direction') return drawnBy(drawSide)
  if (id === 'status') return drawnBy(drawStatus(context))
  if (longTexts.includes(id)) return drawnBy(drawLongText)
  if (id === 'submitTime') return drawnBy(drawTime(({ submitTime }) => submitTime))
  if (id === 'expiryDate')
    return drawnBy(drawTime(({ expiryDate }) => (expiryDate ? Date.parse(expiryDate) : null)))
  return null
}

import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Chevron } from '../labels/Chevron.tsx'
import { useText } from '../text/use-text.ts'

/** Only our brokers can be dropped: a file or a text changes nothing. */
const dragged = 'application/x-aitai-broker'
export const startBrokerDrag = (event: DragEvent, brokerId: string): void => {
  event.dataTransfer.setData(dragged, brokerId)
  event.dataTransfer.effectAllowed = 'move'
}

const none = ''

interface Props {
  index: number
  path: readonly string[]
  brokers: readonly Broker[]
  ranked: boolean
  onChoose: (brokerId: string | null) => void
  onMove: (step: -1 | 1) => void
}

/** One position of the path: its broker, chosen from a list, by dropping, or moved by a button. */
export function BrokerPosition({ index, path, brokers, ranked, onChoose, onMove }: Props) {
  const text = useText()
  const id = useId()
  const brokerId = path[index]
  const drag = useDrag(brokerId, onChoose)
  const name = brokers.find(({ brokerID }) => brokerID === brokerId)?.brokerName ?? ''
  const rank = index + 1
  return (
    <li className="path-position" data-filled={brokerId !== undefined} {...drag}>
      <label className={ranked ? 'path-rank' : 'visually-hidden'} htmlFor={id}>
        {text(ranked ? 'advert.path.rank' : 'advert.panel.position', { rank })}
      </label>
      <div className="path-broker">
        <span className="path-grip" aria-hidden>
          ⠿
        </span>
        <select
          // The first position takes the focus if no broker was chosen.
          {...(index === 0 ? { 'data-term': 'brokerIds' } : {})}
          id={id}
          value={brokerId ?? none}
          disabled={index > path.length}
          title={index > path.length ? text('advert.path.earlier') : undefined}
          onChange={({ target }) => onChoose(target.value === none ? null : target.value)}
        >
          <option value={none}>{text('advert.panel.none')}</option>
          {brokers.map(({ brokerID, brokerName }) => (
            <option key={brokerID} value={brokerID}>
              {brokerName}
            </option>
          ))}
        </select>
        <Chevron to="down" />
      </div>
      {brokerId !== undefined && (
        <Moves {...{ index, name, onMove }} isFirst={index === 0} isLast={index === path.length - 1} />
      )}
    </li>
  )
}

/** A position can be dragged and dropped on; it shows whether something hovers over it. */
function useDrag(brokerId: string | undefined, onChoose: Props['onChoose']) {
  const [isOver, setIsOver] = useState(false)
  const takes = (event: DragEvent): boolean => event.dataTransfer.types.includes(dragged)
  return {
    'data-over': isOver,
    draggable: brokerId !== undefined,
    onDragStart: (event: DragEvent): void => {
      if (brokerId !== undefined) startBrokerDrag(event, brokerId)
    },
    onDragOver: (event: DragEvent): void => {
      if (!takes(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: (): void => setIsOver(false),
    onDrop: (event: DragEvent): void => {
      setIsOver(false)
      if (!takes(event)) return
      event.preventDefault()
      onChoose(event.dataTransfer.getData(dragged))
    },
  }
}

interface MovesProps extends Pick<Props, 'index' | 'onMove'> {
  name: string
  isFirst: boolean
  isLast: boolean
}

function Moves({ index, name, isFirst, isLast, onMove }: MovesProps) {
  const text = useText()
  const broker = { broker: name }
  return (
    <span className="path-buttons">
      <MoveButton
        id={`path-up-${index}`}
        label={text('advert.path.up', broker)}
        off={isFirst}
        onClick={() => onMove(-1)}
      >
        ←
      </MoveButton>
      <MoveButton
        id={`path-down-${index}`}
        label={text('advert.path.down', broker)}
        off={isLast}
        onClick={() => onMove(1)}
      >
        →
      </MoveButton>
    </span>
  )
}

interface MoveButtonProps {
  id: string
  label: string
  off: boolean
  onClick: () => void
  children: ReactNode
}

/** aria-disabled instead of disabled, so that it keeps the focus at the end of its range. */
const MoveButton = ({ id, label, off, onClick, children }: MoveButtonProps) => (
  <button
    id={id}
    type="button"
    className="path-button"
    title={label}
    aria-label={label}
    aria-disabled={off || undefined}
    onClick={() => !off && onClick()}
  >
    {children}
  </button>
)

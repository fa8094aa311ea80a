import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Toggle } from '../controls/Toggle.tsx'
import { useText } from '../text/use-text.ts'
import { BrokerPosition, startBrokerDrag } from './BrokerPosition.tsx'
import { withBroker, withBrokerAt, withBrokerMoved } from './broker-path-order.ts'
import './broker-path.css'

const maxBrokers = defaultLimits.brokersPerAdvert
const positions = Array.from({ length: maxBrokers }, (_, index) => index)

interface Props {
  brokers: readonly Broker[]
  path: readonly string[]
  ranked: boolean
  error: string | null
  onPath: (path: readonly string[]) => void
  onRanked: (ranked: boolean) => void
}

/**
 * Up to four brokers that may execute, in order when ranked. Each position has a list; dragging has
 * equivalent buttons, and choosing a broker that is in another position swaps the two (docs/specification.md
 * §5).
 */
export function BrokerPath({ brokers, path, ranked, error, onPath, onRanked }: Props) {
  const text = useText()
  const { announcement, announceMove } = useMoveAnnouncement(brokers, path)
  // If the path has a broker that is no longer offered, the position must still name it.
  const known = [
    ...brokers,
    ...path.filter((id) => !brokers.some((each) => each.brokerID === id)).map(unknown),
  ]
  const move = (index: number, step: -1 | 1): void => {
    const brokerId = path[index]
    if (brokerId === undefined || path[index + step] === undefined) return
    onPath(withBrokerMoved(path, brokerId, step))
    announceMove(brokerId, index + step)
    // The focus follows the broker, so that the next click moves it on.
    document.getElementById(`path-${step === -1 ? 'up' : 'down'}-${index + step}`)?.focus()
  }
  return (
    <div className="broker-path">
      <div className="path-head">
        <Toggle label={text('advert.path.ranked')} on={ranked} onToggle={onRanked} />
        <span className="terms-card-note">
          {text('advert.path.count', { count: path.length, max: maxBrokers })}
        </span>
      </div>
      <ol className="path" data-ranked={ranked}>
        {positions.map((index) => (
          <BrokerPosition
            key={index}
            {...{ index, path, ranked }}
            brokers={known}
            onChoose={(brokerId) => onPath(withBrokerAt(path, index, brokerId, maxBrokers))}
            onMove={(step) => move(index, step)}
          />
        ))}
      </ol>
      <PathNote {...{ error, ranked }} isEmpty={path.length === 0} />
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      <AvailableBrokers
        {...{ brokers, path }}
        max={maxBrokers}
        onAdd={(brokerId) => onPath(withBroker(path, brokerId, maxBrokers))}
      />
      {brokers.length === 0 && <p className="field-error">{text('advert.path.none')}</p>}
    </div>
  )
}

const unknown = (brokerID: string): Broker => ({ brokerID, brokerName: brokerID, shortName: brokerID })

function PathNote({ error, ranked, isEmpty }: Pick<Props, 'error' | 'ranked'> & { isEmpty: boolean }) {
  const text = useText()
  if (error) {
    return (
      <p className="field-error" role="alert">
        {error}
      </p>
    )
  }
  const hint = isEmpty ? 'empty' : ranked ? 'ranked.hint' : 'unranked.hint'
  return <p className="terms-hint">{text(`advert.path.${hint}`)}</p>
}

/** The result of a move by button, for a screen reader. */
function useMoveAnnouncement(brokers: readonly Broker[], path: readonly string[]) {
  const text = useText()
  const [moved, setMoved] = useState<{ readonly brokerId: string; readonly index: number } | null>(null)
  const broker = brokers.find(({ brokerID }) => brokerID === moved?.brokerId)?.brokerName
  const announcement =
    moved && broker && path[moved.index] === moved.brokerId
      ? text('advert.panel.moved', { broker, position: moved.index + 1, count: path.length })
      : ''
  const announceMove = (brokerId: string, index: number): void => setMoved({ brokerId, index })
  return { announcement, announceMove }
}

interface AvailableBrokersProps {
  brokers: readonly Broker[]
  path: readonly string[]
  max: number
  onAdd: (brokerId: string) => void
}

/**
 * Brokers that are not in the path yet, in rows of four: a click adds one at the end, dragging to a position.
 */
function AvailableBrokers({ brokers, path, max, onAdd }: AvailableBrokersProps) {
  const text = useText()
  const others = brokers.filter(({ brokerID }) => !path.includes(brokerID))
  const full = path.length >= max ? text('advert.path.full', { max }) : null
  if (others.length === 0) return null
  return (
    <fieldset className="path-add">
      <legend className="field-label">{text('advert.path.add')}</legend>
      {others.map(({ brokerID, brokerName }) => (
        <Button
          key={brokerID}
          draggable
          dimmedBecause={full}
          title={brokerName}
          onDragStart={(event) => startBrokerDrag(event, brokerID)}
          onClick={() => onAdd(brokerID)}
        >
          <span aria-hidden>+ </span>
          {brokerName}
        </Button>
      ))}
    </fieldset>
  )
}

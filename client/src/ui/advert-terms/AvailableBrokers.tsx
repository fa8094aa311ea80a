import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { Button } from '../controls/Button.tsx'
import { useText } from '../text/use-text.ts'
import { startBrokerDrag } from './BrokerPosition.tsx'

interface Props {
  brokers: readonly Broker[]
  path: readonly string[]
  max: number
  onAdd: (brokerId: string) => void
}

/**
 * Brokers that are not in the path yet, in rows of four: a click adds one at the end, dragging to a position.
 */
export function AvailableBrokers({ brokers, path, max, onAdd }: Props) {
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

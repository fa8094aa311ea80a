import type { Broker } from '@aitai/contract/reference.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import type { Ref } from 'react'
import { Button } from '../ui/Button.tsx'
import { useText } from '../ui/text.ts'
import { movedBroker, withBroker, withoutBroker } from './broker-order.ts'
import './broker-path.css'

const max = defaultLimits.brokersPerAdvert

interface Props {
  brokers: readonly Broker[]
  path: readonly string[]
  ranked: boolean
  error: string | null
  disabled: boolean
  /** Where the focus goes when no broker was chosen. */
  firstRef: Ref<HTMLElement>
  onPath: (path: readonly string[]) => void
  onRanked: (ranked: boolean) => void
}

/**
 * Up to four brokers that may execute, in order when ranked; everything by button, nothing by dragging alone.
 */
export function BrokerPath({ brokers, path, ranked, error, disabled, firstRef, onPath, onRanked }: Props) {
  const text = useText()
  const chosen = path.flatMap((id) => brokers.filter(({ brokerID }) => brokerID === id))
  const others = brokers.filter(({ brokerID }) => !path.includes(brokerID))
  return (
    <section className="terms-card" aria-label={text('advert.path')} ref={firstRef} tabIndex={-1}>
      <header className="terms-card-head">
        <h3>{text('advert.path')}</h3>
        <span className="terms-card-note">{text('advert.path.count', { count: path.length, max })}</span>
        <label className="ranked">
          <input
            type="checkbox"
            role="switch"
            checked={ranked}
            aria-checked={ranked}
            disabled={disabled}
            onChange={(event) => onRanked(event.target.checked)}
          />
          {text('advert.path.ranked')}
        </label>
      </header>
      <ChosenBrokers {...{ chosen, path, ranked, disabled, onPath }} />
      {error ? (
        <p className="field-error" role="alert">
          {error}
        </p>
      ) : (
        <p className="terms-hint">
          {path.length === 0
            ? text('advert.path.empty')
            : text(ranked ? 'advert.path.ranked.hint' : 'advert.path.unranked.hint')}
        </p>
      )}
      {!disabled && others.length > 0 && <AddBrokers {...{ others, path, onPath }} />}
      {brokers.length === 0 && <p className="field-error">{text('advert.path.none')}</p>}
    </section>
  )
}

interface ChosenBrokersProps extends Pick<Props, 'path' | 'ranked' | 'disabled' | 'onPath'> {
  chosen: readonly Broker[]
}

function ChosenBrokers({ chosen, path, ranked, disabled, onPath }: ChosenBrokersProps) {
  return (
    <ol className="path" data-ranked={ranked}>
      {chosen.map((broker, i) => (
        <Chosen
          key={broker.brokerID}
          broker={broker}
          rank={ranked ? i + 1 : null}
          isFirst={i === 0}
          isLast={i === chosen.length - 1}
          disabled={disabled}
          onMove={(step) => onPath(movedBroker(path, broker.brokerID, step))}
          onRemove={() => onPath(withoutBroker(path, broker.brokerID))}
        />
      ))}
      {Array.from({ length: max - chosen.length }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: free places are all the same
        <li key={i} className="path-free" aria-hidden>
          {ranked && <span className="path-rank">{chosen.length + i + 1}</span>}
        </li>
      ))}
    </ol>
  )
}

interface AddBrokersProps extends Pick<Props, 'path' | 'onPath'> {
  others: readonly Broker[]
}

function AddBrokers({ others, path, onPath }: AddBrokersProps) {
  const text = useText()
  const full = path.length >= max ? text('advert.path.full', { max }) : null
  return (
    <fieldset className="path-add">
      <legend className="field-label">{text('advert.path.add')}</legend>
      {others.map((broker) => (
        <Button
          key={broker.brokerID}
          dimmedBecause={full}
          onClick={() => onPath(withBroker(path, broker.brokerID, max))}
        >
          + {broker.brokerName}
        </Button>
      ))}
    </fieldset>
  )
}

interface ChosenProps {
  broker: Broker
  rank: number | null
  isFirst: boolean
  isLast: boolean
  disabled: boolean
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function Chosen({ broker, rank, isFirst, isLast, disabled, onMove, onRemove }: ChosenProps) {
  const text = useText()
  const named = { broker: broker.brokerName }
  return (
    <li className="path-broker">
      {rank !== null && (
        <span className="path-rank" title={text('advert.path.rank', { rank })}>
          {rank}
        </span>
      )}
      <span className="path-name">{broker.brokerName}</span>
      {!disabled && (
        <span className="path-buttons">
          {rank !== null && (
            <>
              <IconButton label={text('advert.path.up', named)} off={isFirst} onClick={() => onMove(-1)}>
                ↑
              </IconButton>
              <IconButton label={text('advert.path.down', named)} off={isLast} onClick={() => onMove(1)}>
                ↓
              </IconButton>
            </>
          )}
          <IconButton label={text('advert.path.remove', named)} off={false} onClick={onRemove}>
            ×
          </IconButton>
        </span>
      )}
    </li>
  )
}

interface IconProps {
  label: string
  off: boolean
  onClick: () => void
  children: string
}

/** Keeps the focus where it is at the end of its way, so aria-disabled and not disabled. */
const IconButton = ({ label, off, onClick, children }: IconProps) => (
  <button
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

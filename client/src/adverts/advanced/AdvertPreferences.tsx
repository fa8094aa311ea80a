import type { Equity } from '@aitai/contract/reference.ts'
import { durations, type TransactionType, transactionTypes } from '@aitai/engine/advert.ts'
import type { ReactNode } from 'react'
import { Choice } from '../../ui/Choice.tsx'
import { Term } from '../../ui/Term.tsx'
import { useText } from '../../ui/text.ts'
import { HurdleStars } from '../HurdleStars.tsx'
import { MinimumSlider } from '../MinimumSlider.tsx'
import type { TermName, Terms } from '../terms.ts'
import { Toggle } from './Toggle.tsx'
import './advert-preferences.css'

interface Props {
  terms: Terms
  equity: Equity
  /** What is being typed, before it is among the terms. */
  shareQuantity: number
  disabled: boolean
  errorOf: (name: TermName) => string | null
  onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
}

/** How long, how small and with whom an advert may meet (specification 2). */
export function AdvertPreferences({ terms, equity, shareQuantity, disabled, errorOf, onChange }: Props) {
  const text = useText()
  const errors = (['duration', 'credibilityHurdle', 'direction'] as const).map(errorOf).filter(Boolean)
  return (
    <div className="advert-preferences">
      <Choice
        label={<Term word="duration">{text('advert.duration')}</Term>}
        value={terms.duration}
        options={durations.map((value) => ({ value, label: text(`advert.duration.${value}`) }))}
        disabled={disabled}
        onChoose={(duration) => onChange('duration', duration)}
      />
      <div>
        <MinimumSlider
          percent={terms.minimumQuantity}
          shareQuantity={shareQuantity}
          lotSize={equity.lotSize}
          error={errorOf('minimumQuantity')}
          disabled={disabled}
          onChange={(percent) => onChange('minimumQuantity', percent)}
        />
      </div>
      <TypeChoice
        label={<Term word="transactionType">{text('advert.panel.ownType')}</Term>}
        type={terms.transactionType}
        disabled={disabled}
        onChoose={(type) => onChange('transactionType', type)}
      />
      <HurdleStars
        hurdle={terms.credibilityHurdle}
        disabled={disabled}
        onChange={(hurdle) => onChange('credibilityHurdle', hurdle)}
      />
      <TypeChoice
        label={<Term word="contraType">{text('advert.contraType')}</Term>}
        type={terms.transactionTypePreference}
        disabled={disabled}
        onChoose={(type) => onChange('transactionTypePreference', type)}
      />
      <Decay {...{ terms, disabled, onChange }} />
      {errors.map((error) => (
        <p key={error} className="field-error" role="alert">
          {error}
        </p>
      ))}
    </div>
  )
}

interface TypeProps {
  label: ReactNode
  type: TransactionType
  disabled: boolean
  onChoose: (type: TransactionType) => void
}

function TypeChoice({ type, ...rest }: TypeProps) {
  const text = useText()
  const options = transactionTypes.map((value) => ({ value, label: text(`common.${value}`) }))
  return <Choice value={type} options={options} {...rest} />
}

function Decay({ terms, disabled, onChange }: Pick<Props, 'terms' | 'disabled' | 'onChange'>) {
  const text = useText()
  return (
    <div className="decay">
      <Toggle
        label={text('advert.panel.decay')}
        on={terms.quantityDecay}
        disabled={disabled}
        onTurn={(quantityDecay) => onChange('quantityDecay', quantityDecay)}
      />
      <p className="terms-hint">{text('advert.panel.decay.hint')}</p>
    </div>
  )
}

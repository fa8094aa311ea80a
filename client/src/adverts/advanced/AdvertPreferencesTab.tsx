import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { longestOrderReference } from '@aitai/engine/model/advert.ts'
import { HurdleStars } from '../../ui/advert-terms/HurdleStars.tsx'
import { MinimumSlider } from '../../ui/advert-terms/MinimumSlider.tsx'
import { TransactionTypeChoice } from '../../ui/advert-terms/TransactionTypeChoice.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { GlossaryTerm } from '../../ui/labels/GlossaryTerm.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { type TermName, type Terms, termsInTab } from '../terms.ts'
import { DurationChoice } from './DurationChoice.tsx'
import './advert-preferences-tab.css'

interface Props {
  terms: Terms
  equity: Equity
  /** The quantity being typed, before it is committed. */
  shareQuantity: number
  errorOf: (name: TermName) => string | null
  onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
}

/** Duration, minimum quantity, transaction types, hurdle, decay and reference of an advert. */
export function AdvertPreferencesTab({ terms, equity, shareQuantity, errorOf, onChange }: Props) {
  const text = useText()
  // The minimum shows its own error.
  const errors = termsInTab('advertPreferences')
    .filter((name) => name !== 'minimumQuantity')
    .map(errorOf)
    .filter(Boolean)
  return (
    <div className="advert-preferences">
      <DurationChoice duration={terms.duration} onChange={(duration) => onChange('duration', duration)} />
      <div>
        <MinimumSlider
          percent={terms.minimumQuantity}
          shareQuantity={shareQuantity}
          lotSize={equity.lotSize}
          error={errorOf('minimumQuantity')}
          onChange={(percent) => onChange('minimumQuantity', percent)}
        />
      </div>
      <TransactionTypeChoice
        label={<GlossaryTerm word="transactionType">{text('advert.panel.ownType')}</GlossaryTerm>}
        type={terms.transactionType}
        onChoose={(type) => onChange('transactionType', type)}
      />
      <HurdleStars
        hurdle={terms.credibilityHurdle}
        onChange={(hurdle) => onChange('credibilityHurdle', hurdle)}
      />
      <TransactionTypeChoice
        label={<GlossaryTerm word="contraType">{text('advert.contraType')}</GlossaryTerm>}
        type={terms.transactionTypePreference}
        onChoose={(type) => onChange('transactionTypePreference', type)}
      />
      <Decay {...{ terms, onChange }} />
      <OrderReference {...{ terms, onChange }} />
      {errors.map((error) => (
        <p key={error} className="field-error" role="alert">
          {error}
        </p>
      ))}
    </div>
  )
}

function Decay({ terms, onChange }: Pick<Props, 'terms' | 'onChange'>) {
  const text = useText()
  return (
    <div className="decay">
      <Toggle
        label={text('advert.panel.decay')}
        on={terms.quantityDecay}
        onToggle={(quantityDecay) => onChange('quantityDecay', quantityDecay)}
      />
      <p className="terms-hint">{text('advert.panel.decay.hint')}</p>
    </div>
  )
}

function OrderReference({ terms, onChange }: Pick<Props, 'terms' | 'onChange'>) {
  const text = useText()
  return (
    <Field
      id="term-orderReference"
      label={text('advert.panel.reference')}
      hint={text('advert.panel.reference.hint')}
      value={terms.orderReference ?? ''}
      maxLength={longestOrderReference}
      autoComplete="off"
      // A cell that is pasted may end with a tab, which the server refuses.
      onChange={({ target }) =>
        onChange('orderReference', target.value.replace(/\p{Cc}/gu, ' ').trimStart() || null)
      }
    />
  )
}

import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isRenewable, renewalsOf } from '@aitai/engine/adverts/automatic.ts'
import { largestParentQuantity, longestOrderReference } from '@aitai/engine/model/advert.ts'
import { HurdleStars } from '../../ui/advert-terms/HurdleStars.tsx'
import { MinimumSlider } from '../../ui/advert-terms/MinimumSlider.tsx'
import { TransactionTypeChoice } from '../../ui/advert-terms/TransactionTypeChoice.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { parseNotional } from '../../ui/format/parse-amount.ts'
import { GlossaryTerm } from '../../ui/labels/GlossaryTerm.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { AmountField } from '../editor/AmountField.tsx'
import { type TermName, type Terms, termsInTab, unreadableShares } from '../terms.ts'
import { termProblem } from '../terms-problems.ts'
import { RenewalsField, ResumesField } from './AutomaticFields.tsx'
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

/** Duration, minimum quantity, transaction types, hurdle and decay of an advert, and the order behind it. */
export function AdvertPreferencesTab({ terms, equity, shareQuantity, errorOf, onChange }: Props) {
  const text = useText()
  // The minimum shows its own error, and a field that what was typed cannot be read.
  const errors = termsInTab('advertPreferences')
    .filter((name) => name !== 'minimumQuantity' && termProblem(name, terms[name]) === null)
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
      <AutomaticFields {...{ terms, onChange }} />
      <OrderFields {...{ terms, onChange }} />
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

/** What changes while its owner does nothing: the quantity, and what is sent or resumed again. */
function AutomaticFields({ terms, onChange }: Pick<Props, 'terms' | 'onChange'>) {
  return (
    <div className="automatic-fields">
      <Decay {...{ terms, onChange }} />
      <RenewalsField
        times={renewalsOf(terms)}
        canRenew={isRenewable(terms.duration)}
        onChange={(times) => onChange('autoRenewals', times)}
      />
      <ResumesField times={terms.autoResumes} onChange={(times) => onChange('autoResumes', times)} />
    </div>
  )
}

/** The order behind the IOI. */
function OrderFields({ terms, onChange }: Pick<Props, 'terms' | 'onChange'>) {
  const text = useText()
  return (
    <div className="order-fields">
      <OrderReference {...{ terms, onChange }} />
      <SharesField
        term="parentQuantity"
        label={text('advert.panel.parent')}
        shares={terms.parentQuantity}
        onCommit={(shares) => onChange('parentQuantity', shares)}
      />
      <SharesField
        term="doneElsewhere"
        label={text('advert.panel.elsewhere')}
        shares={terms.doneElsewhere}
        onCommit={(shares) => onChange('doneElsewhere', shares ?? 0)}
      />
    </div>
  )
}

interface SharesFieldProps {
  term: TermName
  label: string
  shares: number | null
  /** Null for an empty field. */
  onCommit: (shares: number | null) => void
}

/** A number of shares that may be left empty, in any notation of a quantity. */
function SharesField({ term, label, shares, onCommit }: SharesFieldProps) {
  const text = useText()
  const isUnreadable = shares === unreadableShares
  return (
    <AmountField
      id={`term-${term}`}
      label={label}
      amount={isUnreadable ? null : shares}
      error={isUnreadable ? text('advert.shares.invalid') : null}
      parse={parseNotional}
      onType={() => {}}
      onCommit={(amount, typed) => {
        const isNone = /^0*$/.test(typed.normalize('NFKC').trim())
        if (isNone) onCommit(null)
        else onCommit(amount !== null && amount <= largestParentQuantity ? amount : unreadableShares)
      }}
    />
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

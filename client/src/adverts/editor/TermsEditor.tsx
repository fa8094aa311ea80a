import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type Direction, transactionTypes } from '@aitai/engine/model/advert.ts'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { localNameOf } from '../../ui/format/equity-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { AdvancedPanel } from '../advanced/AdvancedPanel.tsx'
import { termsAfterDirectionChange } from '../advanced/price-conditions/triggers.ts'
import type { PriceConditionState } from '../advanced/price-conditions/use-price-conditions.ts'
import type { Rates } from '../advert-size.ts'
import { OrderLine } from '../order/OrderLine.tsx'
import type { TermName, Terms } from '../terms.ts'
import { SizeFields } from './SizeFields.tsx'
import './terms-editor.css'

interface Props {
  advert: Advert
  equity: Equity
  terms: Terms
  rates: Rates | null
  /** The error text for a field, or null. */
  errorOf: (name: TermName) => string | null
  /** Explains why editing is locked or what a change would do. */
  note: ReactNode
  locked: boolean
  quantityRef: RefObject<HTMLInputElement | null>
  /** Whether a side was chosen; a new IOI has none. */
  hasSide: boolean
  onSide: () => void
  conditions: PriceConditionState
  onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
  /** The public market line of the security. */
  children: ReactNode
}

/** Edits the terms of one advert: its size, and the conditions under which it may be matched. */
export function TermsEditor({ advert, equity, terms, rates, note, locked, children, ...rest }: Props) {
  const { errorOf, onChange, quantityRef, conditions, hasSide, onSide } = rest
  const { triggerContext, triggerErrorOf } = conditions
  const [typedShares, setTypedShares] = useState<number | null>(null)
  return (
    <div className="terms-editor" data-advert={advert.id}>
      <header className="terms-head">
        <EquityTitle equity={equity} />
        {children}
      </header>
      <SizeRow
        {...{ terms, equity, rates, locked, errorOf, onChange, quantityRef, hasSide }}
        onDirectionChange={(direction) => {
          onSide()
          const changes = termsAfterDirectionChange(direction, advert, triggerContext.sent, terms, equity)
          for (const [name, value] of Object.entries(changes))
            onChange(name as TermName, value as Terms[TermName])
        }}
        onTyping={setTypedShares}
      />
      {/* A completed IOI needs broker and password; its conditions no longer matter. */}
      {!locked && (
        <AdvancedPanel
          {...{ advert, equity, triggerContext, errorOf, triggerErrorOf, onChange }}
          shareQuantity={typedShares ?? terms.shareQuantity}
        />
      )}
      {/* Last, so that they move no control when they appear: the user may be dragging a slider. */}
      {note}
      <OrderLine
        {...{ advert, equity }}
        terms={{ ...terms, shareQuantity: typedShares ?? terms.shareQuantity }}
        onQuantity={(shareQuantity) => onChange('shareQuantity', shareQuantity)}
      />
    </div>
  )
}

function EquityTitle({ equity }: { equity: Equity }) {
  const language = useLanguage()
  const [first, second] =
    language === 'Jp' ? [localNameOf(equity), equity.name] : [equity.name, localNameOf(equity)]
  return (
    <h2 className="terms-title" title={`${equity.ric} ${first} ${second}`}>
      <span>{equity.ric}</span> {first} <small lang={language === 'Jp' ? 'en' : 'ja'}>{second}</small>
    </h2>
  )
}

/**
 * Whether a key begins a side with its quantity, such as `S 10k`. The quantity takes both: on the control of the side
 * it would do nothing, and the space after it would choose BUY.
 */
const beginsSide = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  /^[bs]$/i.test(key) && !ctrlKey && !altKey && !metaKey

interface SizeRowProps extends PartProps, Pick<Props, 'equity' | 'rates' | 'quantityRef' | 'hasSide'> {
  onTyping: (shareQuantity: number | null) => void
  /** Changing the direction moves the trigger levels to the other side of the close. */
  onDirectionChange: (direction: Direction) => void
}

function SizeRow({
  terms,
  equity,
  rates,
  locked,
  hasSide,
  errorOf,
  onChange,
  onDirectionChange,
  ...rest
}: SizeRowProps) {
  const text = useText()
  const sideError = errorOf('direction')
  const sides = (['BUY', 'SELL'] as const).map((direction) => ({
    value: direction,
    direction,
    label: (
      <>
        <span aria-hidden>{direction === 'BUY' ? '▲' : '▼'}</span> {text(`common.${direction}`)}
      </>
    ),
  }))
  return (
    <div className="terms-size">
      <div className="size-side">
        <SegmentedControl
          term="direction"
          label={text('advert.direction')}
          value={hasSide ? terms.direction : null}
          options={sides}
          disabled={locked}
          onChoose={onDirectionChange}
          onKeyDown={(event) => {
            if (!beginsSide(event)) return
            rest.quantityRef.current?.focus()
            rest.quantityRef.current?.select()
          }}
        />
        {sideError && (
          <p className="field-error" role="alert">
            {sideError}
          </p>
        )}
      </div>
      <SizeFields
        shareQuantity={terms.shareQuantity}
        lotSize={equity.lotSize}
        averageDailyVolume={equity.averageDailyVolume}
        rates={rates}
        error={errorOf('shareQuantity')}
        disabled={locked}
        {...rest}
        onSide={onDirectionChange}
        onChange={(shareQuantity) => onChange('shareQuantity', shareQuantity)}
      />
      <Select
        label={text('advert.type')}
        value={terms.transactionType}
        options={transactionTypes.map((value) => ({ value, label: text(`common.${value}`) }))}
        disabled={locked}
        onChange={(type) => onChange('transactionType', type)}
      />
    </div>
  )
}

type PartProps = Pick<Props, 'terms' | 'locked' | 'errorOf' | 'onChange'>

import type { Advert } from '@aitai/contract/adverts.ts'
import type { Equity } from '@aitai/contract/reference.ts'
import { durations, transactionTypes } from '@aitai/engine/advert.ts'
import { type ReactNode, type Ref, useState } from 'react'
import { useUserBrokersListQuery } from '../api.ts'
import { Choice } from '../ui/Choice.tsx'
import { localNameOf } from '../ui/equity-name.ts'
import { Select } from '../ui/Select.tsx'
import { useLanguage, useText } from '../ui/text.ts'
import { BrokerPath } from './BrokerPath.tsx'
import { HurdleStars } from './HurdleStars.tsx'
import { MinimumSlider } from './MinimumSlider.tsx'
import type { Rates } from './notionals.ts'
import { SizeFields } from './SizeFields.tsx'
import type { TermName, Terms } from './terms.ts'
import './terms-editor.css'

interface Props {
  advert: Advert
  equity: Equity
  terms: Terms
  rates: Rates | null
  /** A refusal's text beside the field it is about. */
  errorOf: (name: TermName) => string | null
  /** Why nothing can be changed just now, or what a change would do; null for nothing to say. */
  note: ReactNode
  locked: boolean
  quantityRef: Ref<HTMLInputElement>
  pathRef: Ref<HTMLElement>
  onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
  /** The public market line of the security. */
  children: ReactNode
}

/** The terms of one advert: its size, and under what conditions it may meet a contra (specification 2). */
export function TermsEditor({ advert, equity, terms, rates, note, locked, children, ...rest }: Props) {
  const { errorOf, onChange, quantityRef } = rest
  const [typedShares, setTypedShares] = useState<number | null>(null)
  return (
    <div className="terms-editor" data-advert={advert.id}>
      <header className="terms-head">
        <EquityTitle equity={equity} />
        {children}
      </header>
      <SizeRow
        {...{ terms, equity, rates, locked, errorOf, onChange, quantityRef }}
        onTyping={setTypedShares}
      />
      <div className="terms-cards">
        <Preferences
          {...{ terms, equity, locked, errorOf, onChange }}
          shareQuantity={typedShares ?? terms.shareQuantity}
        />
        <Path terms={terms} locked={locked} {...rest} />
      </div>
      {/* Below, so that it moves nothing when it comes: a slider may be held just then. */}
      {note}
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

interface SizeRowProps extends PartProps, Pick<Props, 'equity' | 'rates' | 'quantityRef'> {
  onTyping: (shareQuantity: number | null) => void
}

function SizeRow({ terms, equity, rates, locked, errorOf, onChange, ...rest }: SizeRowProps) {
  const text = useText()
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
      <Choice
        label={text('advert.direction')}
        value={terms.direction}
        options={sides}
        disabled={locked}
        onChoose={(direction) => onChange('direction', direction)}
      />
      <SizeFields
        shareQuantity={terms.shareQuantity}
        lotSize={equity.lotSize}
        rates={rates}
        error={errorOf('shareQuantity')}
        disabled={locked}
        {...rest}
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

interface PreferencesProps extends PartProps, Pick<Props, 'equity'> {
  /** What is being typed, before it is among the terms. */
  shareQuantity: number
}

function Preferences({ terms, equity, shareQuantity, locked, errorOf, onChange }: PreferencesProps) {
  const text = useText()
  const errors = (['duration', 'credibilityHurdle', 'direction'] as const).map(errorOf).filter(Boolean)
  return (
    <section className="terms-card" aria-label={text('advert.preferences')}>
      <header className="terms-card-head">
        <h3>{text('advert.preferences')}</h3>
      </header>
      <MinimumSlider
        percent={terms.minimumQuantity}
        shareQuantity={shareQuantity}
        lotSize={equity.lotSize}
        error={errorOf('minimumQuantity')}
        disabled={locked}
        onChange={(percent) => onChange('minimumQuantity', percent)}
      />
      <Choice
        label={text('advert.duration')}
        value={terms.duration}
        options={durations.map((value) => ({ value, label: text(`advert.duration.${value}`) }))}
        disabled={locked}
        onChoose={(duration) => onChange('duration', duration)}
      />
      <Choice
        label={text('advert.contraType')}
        value={terms.transactionTypePreference}
        options={transactionTypes.map((value) => ({ value, label: text(`common.${value}`) }))}
        disabled={locked}
        onChoose={(type) => onChange('transactionTypePreference', type)}
      />
      <HurdleStars
        hurdle={terms.credibilityHurdle}
        disabled={locked}
        onChange={(hurdle) => onChange('credibilityHurdle', hurdle)}
      />
      {errors.map((error) => (
        <p key={error} className="field-error" role="alert">
          {error}
        </p>
      ))}
    </section>
  )
}

function Path({ terms, locked, errorOf, pathRef, onChange }: PartProps & Pick<Props, 'pathRef'>) {
  const { data: brokers } = useUserBrokersListQuery()
  if (!brokers) return <section className="terms-card" aria-busy />
  return (
    <BrokerPath
      brokers={brokers}
      path={terms.brokerIds}
      ranked={terms.ranked}
      error={errorOf('brokerIds')}
      disabled={locked}
      firstRef={pathRef}
      onPath={(path) => onChange('brokerIds', path)}
      onRanked={(ranked) => onChange('ranked', ranked)}
    />
  )
}

import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { shareOfIoi } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import type { Answer } from '@aitai/engine/model/locate.ts'
import type { ReactNode } from 'react'
import { intervals } from '../../shared/intervals.ts'
import { useQuote } from '../../shared/prices/use-market.ts'
import { useInertAfter } from '../../ui/browser/use-inert-after.ts'
import { formatYen } from '../../ui/format/amounts.ts'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import {
  formatIoiShare,
  formatMid,
  formatNumber,
  formatShare,
  formatSigned,
  formatTime,
} from '../../ui/format/format.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { Side } from '../../ui/labels/Side.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import type { LocateEntry } from '../locate-list.ts'
import { urgentSeconds, useIsOver, useSecondsLeft } from '../popup/CountdownRing.tsx'
import { moveSince } from '../popup/MidNow.tsx'
import { useAnswerAttempt } from '../use-locate-answer.ts'
import { type Column, columns, kindOf } from './columns.ts'

interface Props {
  entry: LocateEntry
  ric: string
  name: string
  equity: Equity | undefined
  /** Its place in the table, counted from 0. */
  position: number
  isCurrent: boolean
  isChosen: boolean
  /** Whether A and D answer this row now. */
  hasKeys: boolean
  isTakeover: boolean
  onGoTo: () => void
  onToggle: () => void
  onAnswer: (answer: Answer) => void
}

export const blotterRowId = (id: string): string => `blotter-row-${id}`

/** One locate: what is located, the market since, and its countdown with the answers or its outcome. */
export function BlotterRow(props: Props) {
  const { entry, ric, name, equity, isCurrent, isChosen, isTakeover, onGoTo, onToggle } = props
  const text = useText()
  const language = useLanguage()
  const { id, phase, locate } = entry
  const volume = equity?.averageDailyVolume
  const broker = locate.brokerName === null ? '' : brokerNameIn(language, locate.brokerName)
  const cells: Readonly<Record<Column, ReactNode>> = {
    chosen: phase === 'question' && (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys
      // biome-ignore lint/a11y/noStaticElementInteractions: the row says whether it is chosen
      <span
        className="blotter-box"
        onClick={(event) => {
          event.stopPropagation()
          onToggle()
        }}
      >
        {isChosen && '✓'}
      </span>
    ),
    direction: <Side direction={locate.direction} />,
    security: (
      <span title={`${ric} ${name}`}>
        <b>{ric}</b> <span className="blotter-name">{name}</span>
      </span>
    ),
    quantity: <b>{formatNumber(locate.locateQuantity)}</b>,
    value: formatYen(locate.jpynotional, language),
    share: formatIoiShare(shareOfIoi(locate.locateQuantity, locate.shareQuantity), language),
    volume: volume ? formatShare(locate.locateQuantity / volume, language) : '–',
    mid: formatMid(locate.midPrice),
    midNow: <MidNow locate={locate} />,
    move: <Move locate={locate} />,
    time: formatTime(locate.locateTime),
    state: phase === 'question' ? <Question {...props} /> : <Ended entry={entry} />,
    broker: broker && (
      <span title={[broker, locate.brokerContact].filter(Boolean).join(' · ')}>{broker}</span>
    ),
    password: locate.outcome === 'ACCEPTED' && (
      <code>{locate.password ?? text('agreement.passwordLost')}</code>
    ),
  }
  return (
    <tr
      id={blotterRowId(id)}
      aria-selected={isChosen}
      aria-current={isCurrent || undefined}
      data-phase={phase}
      data-outcome={locate.outcome ?? undefined}
      data-takeover={(isCurrent && isTakeover) || undefined}
      onClick={onGoTo}
    >
      {columns.map((column) => (
        <td key={column} data-column={column} data-kind={kindOf(column)}>
          {cells[column]}
        </td>
      ))}
    </tr>
  )
}

function MidNow({ locate }: { locate: LocateNotification }) {
  const midNow = useQuote(locate.securityId)?.midPrice ?? null
  return midNow === null ? '–' : formatMid(midNow)
}

/** In basis points, with a mark and a hidden word for whether it is in the trader's favour. */
function Move({ locate }: { locate: LocateNotification }) {
  const text = useText()
  const midNow = useQuote(locate.securityId)?.midPrice ?? null
  if (midNow === null) return '–'
  const { basisPoints, key } = moveSince(locate, midNow)
  const value = formatSigned(basisPoints)
  const mark = key === 'locate.basisPoints' ? '' : key === 'locate.basisPoints.for' ? '✓' : '✕'
  return (
    <span title={text(key, { value })}>
      <span aria-hidden>
        {value} <span className="blotter-mark">{mark}</span>
      </span>
      <span className="visually-hidden">{text(key, { value })}</span>
    </span>
  )
}

/**
 * The seconds that are left, and the two answers for the mouse. They are inert for a moment after the row has appeared
 * or moved, so that a click that was meant for another row decides nothing.
 */
function Question({ entry: { id, locate }, position, ric, hasKeys, onAnswer }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const { sending, failure } = useAnswerAttempt(id)
  const isInert = useInertAfter(position, intervals.popupInert)
  const seconds = useSecondsLeft(locate)
  const isOver = useIsOver(locate)
  const isOff = isInert || isOver || sending !== null
  const button = (answer: Answer, label: string, key: string) => (
    <button
      type="button"
      tabIndex={-1}
      className={answer === 'ACCEPT' ? 'blotter-accept' : 'blotter-decline'}
      aria-disabled={isOff}
      aria-keyshortcuts={hasKeys ? key : undefined}
      title={isInert ? text('locate.inert') : undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (!isOff) onAnswer(answer)
      }}
    >
      {label}
      <span className="visually-hidden"> {ric}</span>
      {hasKeys && <Kbd>{key}</Kbd>}
    </button>
  )
  return (
    <span className="blotter-question">
      {button('DECLINE', text(sending === 'DECLINE' ? 'locate.declining' : 'locate.decline'), 'D')}
      <b className="blotter-seconds" data-urgent={seconds <= urgentSeconds || undefined}>
        {isOver ? text('locate.over') : text('locate.row.seconds', { seconds })}
      </b>
      {button('ACCEPT', text(sending === 'ACCEPT' ? 'locate.accepting' : 'locate.accept'), 'A')}
      {failure && (
        <span className="blotter-failure" role="alert" title={failureText(failure)}>
          {failureText(failure)}
        </span>
      )}
    </span>
  )
}

/** What was answered while the contra decides, or how it ended. */
function Ended({ entry: { locate, isNew } }: { entry: LocateEntry }) {
  const text = useText()
  const { outcome, answer } = locate
  if (outcome)
    return (
      <span>
        {text(`locate.row.${outcome}`)}{' '}
        {isNew && <span className="locate-row-new">{text('notification.new')}</span>}
      </span>
    )
  if (answer === null) return <span>{text('locate.over')}</span>
  return <span>{text(answer === 'ACCEPT' ? 'locate.waiting.accepted' : 'locate.waiting.declined')}</span>
}

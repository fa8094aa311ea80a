import { useLayoutEffect, useRef } from 'react'
import { intervals } from '../../shared/intervals.ts'
import { scrollToRow } from '../../ui/browser/scroll-to-row.ts'
import { useSettled } from '../../ui/browser/use-settled.ts'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { openBlotterWindow } from '../blotter/OwnWindow.tsx'
import type { LocateEntry } from '../locate-list.ts'
import { urgentSeconds, useSecondsLeft } from '../popup/CountdownRing.tsx'
import './locate-list.css'

interface Props {
  entries: readonly LocateEntry[]
  shownId: string
  ricOf: (securityId: string) => string
  onChoose: (entry: LocateEntry) => void
  /** Closes outcomes. */
  onClose: (ids: readonly string[]) => void
}

/**
 * All locates of the popup with the seconds left or the outcome of each, and what to tell the broker. The popup
 * has the keys; a row stays where it is when its question becomes an outcome.
 */
export function LocateList({ entries, shownId, ricOf, onChoose, onClose }: Props) {
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  const outcomes = entries.filter(({ phase }) => phase === 'outcome')
  const open = entries.length - outcomes.length
  const added = outcomes.filter(({ isNew }) => isNew).length
  // An outcome that arrives while the hand is on the button is not closed by it.
  const closable = useSettled(
    outcomes.map(({ id }) => id),
    intervals.popupInert,
  )
  useLayoutEffect(() => {
    const row = document.getElementById(rowId(shownId))
    if (list.current && row) scrollToRow(list.current, row)
  }, [shownId])
  return (
    <div className="locate-list">
      <div className="locate-list-head">
        {open > 0 && <span>{text('locate.list.open', { count: open })}</span>}
        {outcomes.length > 0 && <span>{text('locate.list.outcomes', { count: outcomes.length })}</span>}
        {added > 0 && <b>{text('locate.list.new', { count: added })}</b>}
        {outcomes.length > 1 && (
          <button
            type="button"
            className="locate-close-all"
            aria-disabled={closable.length === 0}
            onClick={() => closable.length > 0 && onClose(closable)}
          >
            {text('locate.closeAll', { count: closable.length })}
          </button>
        )}
        {entries.length > 2 && (
          <button type="button" className="locate-table" onClick={openBlotterWindow}>
            {text('blotter.open')} <span aria-hidden>↗</span>
          </button>
        )}
      </div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        className="locate-rows"
        aria-label={text('locate.list')}
        aria-activedescendant={rowId(shownId)}
      >
        {entries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            ric={ricOf(entry.locate.securityId)}
            isShown={entry.id === shownId}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
    </div>
  )
}

const rowId = (id: string): string => `locate-row-${id}`

interface RowProps {
  entry: LocateEntry
  ric: string
  isShown: boolean
  onChoose: () => void
}

function Row({ entry, ric, isShown, onChoose }: RowProps) {
  const text = useText()
  const { id, phase, locate, isNew } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the popup takes the keys
    <div
      id={rowId(id)}
      role="option"
      tabIndex={-1}
      className="locate-row"
      aria-selected={isShown}
      data-phase={phase}
      data-new={isNew || undefined}
      onClick={onChoose}
    >
      <Side direction={locate.direction} />
      <b>{ric}</b>
      <span className="locate-row-quantity">
        {formatNumber(locate.locateQuantity)}
        <span className="visually-hidden"> {text('common.shares')}</span>
      </span>
      <RowState entry={entry} />
      {isNew && <span className="locate-row-new">{text('notification.new')}</span>}
    </div>
  )
}

/** The seconds that are left, what was answered, or how it ended. */
function RowState({ entry: { phase, locate } }: { entry: LocateEntry }) {
  const text = useText()
  const language = useLanguage()
  const { outcome, answer, brokerName, password } = locate
  if (outcome === 'ACCEPTED')
    return (
      <span className="locate-row-state" data-accepted>
        <span className="locate-row-broker" title={brokerNameIn(language, brokerName ?? '')}>
          <span aria-hidden>✓ </span>
          <span className="visually-hidden">{text('locate.row.ACCEPTED')} </span>
          {brokerNameIn(language, brokerName ?? '')}
        </span>
        <code>{password ?? text('agreement.passwordLost')}</code>
      </span>
    )
  if (outcome) return <span className="locate-row-state">{text(`locate.row.${outcome}`)}</span>
  if (phase === 'waiting')
    return (
      <span className="locate-row-state">
        {text(answer === 'ACCEPT' ? 'locate.waiting.accepted' : 'locate.waiting.declined')}
      </span>
    )
  return <SecondsLeft locate={locate} />
}

function SecondsLeft({ locate }: { locate: LocateEntry['locate'] }) {
  const text = useText()
  const seconds = useSecondsLeft(locate)
  return (
    <b className="locate-row-state" data-urgent={seconds <= urgentSeconds || undefined}>
      {text('locate.row.seconds', { seconds })}
    </b>
  )
}

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { scrollToRow } from '../../ui/browser/scroll-to-row.ts'
import { useSettled } from '../../ui/browser/use-settled.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { LocateAnnouncer } from '../alerts/LocateAnnouncer.tsx'
import { useAlerts } from '../alerts/use-alerts.ts'
import type { LocateEntry } from '../locate-list.ts'
import { outcomesClosed } from '../locates-slice.ts'
import { useKnownLocates, useLocateEntries } from '../use-locate-entries.ts'
import { usePopupShortcut, useShortcutKey } from '../use-popup-shortcut.ts'
import { useSecurities } from '../use-securities.ts'
import { BlotterRow, blotterRowId } from './BlotterRow.tsx'
import { pressInBlotter } from './blotter-keys.ts'
import { blotterRows } from './blotter-rows.ts'
import { columns, kindOf } from './columns.ts'
import { OwnWindow } from './OwnWindow.tsx'
import { type Blotter, useBlotter } from './use-blotter.ts'
import './blotter.css'

/**
 * One table of the open locates and of what ended today, which takes the place of the popup on its page. As there, a
 * new locate never takes the focus: F8 moves it here and Escape back.
 */
export function LocateBlotter() {
  const text = useText()
  const dispatch = useAppDispatch()
  const known = useKnownLocates()
  const entries = useLocateEntries(known)
  const rows = blotterRows(known, entries, serverClock.now())
  const { nameOf, equityOf } = useSecurities()
  const [hasFocus, setHasFocus] = useState(false)
  const blotter = useBlotter(rows, hasFocus)
  const { shown, isTakeover, chosen } = blotter
  const table = useRef<HTMLTableElement>(null)
  const { goTo, note, leave } = usePopupShortcut(rows.length > 0, blotter.acceptTakeover, table)
  useAlerts(entries, goTo)
  useShownInView(table, shown?.id ?? null)
  const read = (ids: readonly string[]): void => void dispatch(outcomesClosed(ids))
  return (
    <div className="locate-blotter">
      <LocateAnnouncer shown={shown} entries={entries} isTakeover={isTakeover} nameOf={nameOf} />
      <Head rows={rows} entries={entries} blotter={blotter} onRead={read} />
      {rows.length === 0 ? (
        <div className="side-page-message">
          <h2>{text('blotter.empty')}</h2>
          <p>{text('blotter.empty.hint')}</p>
        </div>
      ) : (
        <div className="blotter-body">
          <table
            ref={table}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
            role="grid"
            tabIndex={0}
            className="blotter-table"
            aria-label={text('blotter.title')}
            aria-multiselectable
            aria-activedescendant={shown ? blotterRowId(shown.id) : undefined}
            aria-keyshortcuts="A D"
            onFocus={({ currentTarget, relatedTarget }) => {
              setHasFocus(true)
              if (!currentTarget.contains(relatedTarget)) note(relatedTarget)
            }}
            onBlur={(event) => setHasFocus(event.currentTarget.contains(event.relatedTarget))}
            onKeyDown={(event) =>
              pressInBlotter(event, { rows, blotter, onRead: (id) => read([id]), onLeave: leave })
            }
          >
            <Headings />
            <tbody>
              {rows.map((entry, position) => (
                <BlotterRow
                  key={entry.id}
                  entry={entry}
                  position={position}
                  {...nameOf(entry.locate.securityId)}
                  equity={equityOf(entry.locate.securityId)}
                  isCurrent={entry.id === shown?.id}
                  isChosen={chosen.includes(entry.id)}
                  hasKeys={hasFocus && hasKeys(entry, blotter)}
                  isTakeover={isTakeover && blotter.isInert}
                  onGoTo={() => blotter.goTo(entry)}
                  onToggle={() => blotter.toggle(entry)}
                  onAnswer={(answer) => blotter.answerRow(entry, answer)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="locate-disclaimer">{text('locate.disclaimer')}</p>
    </div>
  )
}

/** Whether A and D answer this row: one of the chosen ones, or the current one if none is chosen. */
const hasKeys = ({ id }: LocateEntry, { chosen, shown, isInert }: Blotter): boolean =>
  chosen.length > 0 ? chosen.includes(id) : shown?.id === id && !isInert

function Headings() {
  const text = useText()
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" data-column={column} data-kind={kindOf(column)}>
            <span className={column === 'chosen' ? 'visually-hidden' : undefined}>
              {text(`blotter.column.${column}`)}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface HeadProps {
  rows: readonly LocateEntry[]
  /** What the popup would show: its outcomes are unread. */
  entries: readonly LocateEntry[]
  blotter: Blotter
  onRead: (ids: readonly string[]) => void
}

/** How many are open, ended, new and chosen, the keys, and the way to a window of its own. */
function Head({ rows, entries, blotter: { chosen }, onRead }: HeadProps) {
  const text = useText()
  const key = useShortcutKey()
  const open = rows.filter(({ phase }) => phase !== 'outcome').length
  const unread = entries.filter(({ phase }) => phase === 'outcome')
  // An outcome that arrives while the hand is on the button is not marked by it.
  const markable = useSettled(
    unread.map(({ id }) => id),
    intervals.popupInert,
  )
  return (
    <div className="blotter-head">
      <b data-open={open > 0 || undefined}>{text('locate.list.open', { count: open })}</b>
      <span>{text('locate.list.outcomes', { count: rows.length - open })}</span>
      <b role="status">{chosen.length > 0 && text('blotter.chosen', { count: chosen.length })}</b>
      <span className="blotter-keys">
        <Kbd>{key}</Kbd> {text('blotter.keys')}
      </span>
      <span className="blotter-end">
        <Button
          dimmedBecause={markable.length === 0 ? text('blotter.nothingUnread') : null}
          onClick={() => onRead(markable)}
        >
          {markable.length === 0
            ? text('blotter.markNone')
            : text('blotter.markRead', { count: markable.length })}
        </Button>
        <OwnWindow />
      </span>
    </div>
  )
}

/** Keeps the current row in view, below the headings. */
function useShownInView(table: RefObject<HTMLTableElement | null>, id: string | null): void {
  useLayoutEffect(() => {
    const row = id === null ? null : document.getElementById(blotterRowId(id))
    const body = table.current?.parentElement
    if (body && row) scrollToRow(body, row, table.current?.tHead?.offsetHeight)
  }, [table, id])
}

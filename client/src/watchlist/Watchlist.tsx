import { maxWatchlistLength } from '@aitai/contract/codes.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { formatNumber } from '../ui/format/format.ts'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useText } from '../ui/text/use-text.ts'
import { AddSecurities } from './AddSecurities.tsx'
import type { OpenPopup } from './groups/GroupPopups.tsx'
import { useChosenRows } from './groups/use-chosen-rows.ts'
import { useWatchlistActions } from './groups/use-watchlist-actions.ts'
import { useWatchlistDrag } from './groups/use-watchlist-drag.ts'
import type { FocusTarget } from './groups/watchlist-edit.ts'
import {
  emptyWatchlist,
  type GroupName,
  hasGroup,
  sectionsOf,
  securitiesOf,
} from './groups/watchlist-order.ts'
import { mostTraded } from './most-traded.ts'
import { useWatchlist } from './use-watchlist.ts'
import { subjectKey, WatchlistTable } from './WatchlistTable.tsx'
import './watchlist.css'

/** Loaded when its button is about to be pressed, so that the next key finds it open. */
const GroupPopups = lazyWithTexts(async () => (await import('./groups/GroupPopups.tsx')).GroupPopups, 'desks')

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
  /** Whether each security shows the trader's position of the day: before the first IOI there is none. */
  hasPositions?: boolean
  /** The id of the title, where what contains the list has one. */
  titleId?: string
}

/**
 * Prices of the securities that the trader has chosen, in groups, and below a few of them those that trade most;
 * choosing one opens it in the editor.
 */
export function Watchlist({ equities, onChoose, hasPositions = false, titleId }: Props) {
  const text = useText()
  const ownTitleId = useId()
  const { list: known, hasFailed, change } = useWatchlist()
  const list = known ?? emptyWatchlist
  const ids = securitiesOf(list)
  const focus = useFocusAfterChange()
  const actions = useWatchlistActions(list, equities, change, focus.request)
  const [chosenTarget, setTarget] = useState<GroupName>(null)
  const target = hasGroup(list, chosenTarget) ? chosenTarget : null
  const rows = sectionsOf(list).flatMap((section) => (section.isCollapsed ? [] : section.ids))
  const chosen = useChosenRows(
    rows.filter((id) => equities.has(id)),
    focus.toName,
  )
  const drag = useWatchlistDrag(focus.within, list, actions, target, known !== null, chosen.ids)
  const [popup, setPopup] = useState<OpenPopup | null>(null)
  const watched = ids.filter((id) => equities.has(id))
  const suggested = known
    ? mostTraded(equities.values(), rowsWithSuggestions)
        .filter(({ equityId }) => !ids.includes(equityId))
        .slice(0, Math.max(0, rowsWithSuggestions - watched.length))
    : []
  const isFull = ids.length >= maxWatchlistLength
  const add = ({ equityId }: Equity): void => {
    if (known && !ids.includes(equityId) && !isFull)
      actions.addSecurities([equityId], { group: target, before: null })
  }
  return (
    <section ref={focus.within} className="desk-card watchlist" aria-labelledby={titleId ?? ownTitleId}>
      <div className="watchlist-title">
        {titleId === undefined && <h2 id={ownTitleId}>{text('watchlist.title')}</h2>}
        {chosen.ids.length > 0 ? (
          <ChosenActions
            count={chosen.ids.length}
            onMenuNear={GroupPopups.fetch}
            onMenu={(anchor) => setPopup({ kind: 'menu', subject: { chosen: true }, anchor })}
            onRemove={() => actions.removeSecurities(chosen.ids)}
            onNone={() => {
              const [first = ''] = chosen.ids
              chosen.chooseNone()
              focus.toName(first)
            }}
          />
        ) : (
          <Button
            kind="quiet"
            dimmedBecause={known ? null : text('watchlist.import.loading')}
            onFocus={GroupPopups.fetch}
            onPointerEnter={GroupPopups.fetch}
            onClick={() => setPopup({ kind: 'new', securities: [] })}
          >
            {text('watchlist.group.new')}
          </Button>
        )}
      </div>
      <AddSecurities list={known} {...{ equities, target, actions }} onTarget={setTarget} onAdd={add} />
      <div className="watchlist-body">
        <p role="status" className="visually-hidden">
          {actions.announcement}
        </p>
        {popup && known && (
          <Suspense>
            <GroupPopups
              {...{ list, equities, actions, chosen, popup }}
              onPopup={setPopup}
              onCancel={() => {
                setPopup(null)
                if ('group' in popup) focus.request(popup)
                else if (popup.kind === 'new' && popup.securities[0])
                  focus.request({ security: popup.securities[0] })
              }}
            />
          </Suspense>
        )}
        {hasFailed && (
          <p className="watchlist-failure" role="alert">
            {text('watchlist.failed')}
          </p>
        )}
        {isFull && <p className="desk-card-note">{text('watchlist.full', { most: maxWatchlistLength })}</p>}
        {known && watched.length === 0 && <p className="desk-card-note">{text('watchlist.empty')}</p>}
        {/* Not before what is above it is known: it would move. */}
        {known && (
          <WatchlistTable
            {...{ list, equities, suggested, hasPositions, actions, drag, chosen, onChoose }}
            openMenu={popup?.kind === 'menu' ? subjectKey(popup.subject) : null}
            onMenu={(subject, anchor) => setPopup({ kind: 'menu', subject, anchor })}
            onMenuNear={GroupPopups.fetch}
            onAdd={add}
          />
        )}
      </div>
    </section>
  )
}

interface ChosenActionsProps {
  count: number
  onMenuNear: () => void
  onMenu: (anchor: Element) => void
  onRemove: () => void
  onNone: () => void
}

/** What can be done to the chosen rows, in the place of another button: no row moves while rows are being chosen. */
function ChosenActions({ count, onMenuNear, onMenu, onRemove, onNone }: ChosenActionsProps) {
  const text = useText()
  const label = text('watchlist.chosen.count', { count: formatNumber(count) })
  return (
    <div className="watchlist-chosen" role="toolbar" aria-label={label}>
      <b role="status">{label}</b>
      <Button
        kind="quiet"
        aria-haspopup="menu"
        onFocus={onMenuNear}
        onPointerEnter={onMenuNear}
        onClick={({ currentTarget }) => onMenu(currentTarget)}
      >
        {text('watchlist.chosen.move')}
      </Button>
      <Button kind="quiet" onClick={onRemove}>
        {text('watchlist.chosen.remove')}
      </Button>
      <Button kind="quiet" onClick={onNone}>
        {text('watchlist.chosen.none')}
      </Button>
    </div>
  )
}

/**
 * While the watchlist has fewer securities than this, those that trade most are offered in the other rows: as many as
 * a window of this height shows without scrolling.
 */
const rowsWithSuggestions = Math.min(24, Math.max(7, Math.floor((window.innerHeight - 340) / 28)))

/** The controls of a row that a change may move away from under the focus, and which get it again. */
const rowControls = [
  '.desk-card-choice',
  '.watchlist-action',
  '.watchlist-grip',
  '.watchlist-group-toggle',
] as const
const whereItOpens = '.watchlist-grip, .watchlist-group-toggle'

/**
 * Gives the focus to what a change has moved, which is another element in another group: to the same control of the
 * row, or after a menu to its button, when the menu has returned the focus to an element that may be gone.
 */
function useFocusAfterChange() {
  const within = useRef<HTMLElement>(null)
  const requested = useRef<{ readonly key: string; readonly control: string } | null>(null)
  const give = (key: string, control: string): void => {
    const row = [...(within.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])].find(
      (each) => each.dataset.focus === key,
    )
    const target = row?.querySelector<HTMLElement>(control) ?? row?.querySelector<HTMLElement>(whereItOpens)
    // Nothing is left of the group or the list.
    const field = within.current?.querySelector<HTMLElement>('[role=combobox]')
    ;(target ?? field)?.focus()
  }
  useEffect(() => {
    if (!requested.current) return
    const { key, control } = requested.current
    requested.current = null
    give(key, control)
    setTimeout(() => give(key, control))
  })
  return {
    within,
    toName: (id: string): void => give(subjectKey({ security: id }), '.desk-card-choice'),
    request: (target: FocusTarget): void => {
      const { activeElement } = document
      const isOwn = within.current?.contains(activeElement) === true
      const own = isOwn ? rowControls.find((each) => activeElement?.matches(each)) : undefined
      requested.current = { key: subjectKey(target), control: own ?? whereItOpens }
    },
  }
}

import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useAgreedLocates } from '../shared/agreements/use-agreed-locates.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { formatNumber } from '../ui/format/format.ts'
import { Chevron } from '../ui/labels/Chevron.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import type { MenuSubject } from './groups/GroupPopups.tsx'
import type { ChosenRows } from './groups/use-chosen-rows.ts'
import type { WatchlistActions } from './groups/use-watchlist-actions.ts'
import type { WatchlistDrag } from './groups/use-watchlist-drag.ts'
import { type GroupName, sectionsOf } from './groups/watchlist-order.ts'
import { MarketRow, marketCell, marketColumns, stepByKey } from './MarketRow.tsx'
import { type OwnPosition, ownPositions } from './own-positions.ts'
import './groups/watchlist-rows.css'

interface Props {
  list: Watchlist
  equities: ReadonlyMap<string, Equity>
  /** Offered below the list. */
  suggested: readonly Equity[]
  /** Whether there is a column of the trader's positions of the day. */
  hasPositions: boolean
  actions: WatchlistActions
  drag: WatchlistDrag
  chosen: ChosenRows
  /** The key of the subject whose menu is open. */
  openMenu: string | null
  onMenu: (subject: MenuSubject, anchor: Element) => void
  onMenuNear: () => void
  onChoose: (equity: Equity) => void
  onAdd: (equity: Equity) => void
}

/** The key of a subject, also as an attribute by which its button is found for the focus. */
export const subjectKey = (subject: MenuSubject | { readonly group: GroupName }): string => {
  if ('chosen' in subject) return 'chosen'
  return 'security' in subject ? `security ${subject.security}` : `group ${subject.group ?? ''}`
}

/** The groups with their rows, what is in none, and what is suggested. */
export function WatchlistTable({
  list,
  equities,
  suggested,
  hasPositions,
  actions,
  drag,
  chosen,
  onChoose,
  onAdd,
  ...menus
}: Props) {
  const text = useText()
  const language = useLanguage()
  const sections = sectionsOf(list).map(({ ids, ...section }) => ({
    ...section,
    equities: ids.map((id) => equities.get(id)).filter((equity) => equity !== undefined),
  }))
  const positions = ownPositions(useAgreedLocates().values())
  // With the name and the buttons.
  const columns = marketColumns.length + (hasPositions ? 3 : 2)
  const hasGroups = list.groups.length > 0
  const nameOf = (equity: Equity): string => `${equity.ric} ${equityNameIn(language, equity)}`
  const movedWith = ({ equityId }: Equity): readonly string[] =>
    chosen.ids.includes(equityId) ? chosen.ids : [equityId]
  const positionOf = ({ equityId }: Equity) => (hasPositions ? (positions.get(equityId) ?? null) : undefined)
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
      role="grid"
      aria-multiselectable
      className="watchlist-table"
    >
      <Headings hasPositions={hasPositions} />
      {sections.map(({ group, isCollapsed, equities: rows }) => (
        <tbody key={group ?? ''} className="watchlist-section" data-group={group ?? ''}>
          {group !== null && (
            <GroupRow
              {...{ group, isCollapsed, columns }}
              {...menus}
              count={rows.length}
              onCollapse={() => actions.collapse(group, !isCollapsed)}
              onStep={(step) => actions.stepGroup(group, step)}
              onPress={(press) => drag.dragGroup(press, group)}
            />
          )}
          {group === null && hasGroups && (
            <tr className="watchlist-group">
              <th scope="rowgroup" colSpan={columns}>
                <span className="watchlist-group-name">{text('watchlist.group.none')}</span>
                <GroupCount count={rows.length} />
              </th>
            </tr>
          )}
          {group !== null && !isCollapsed && rows.length === 0 && (
            <tr>
              <td colSpan={columns} className="watchlist-group-empty">
                {text('watchlist.group.empty')}
              </td>
            </tr>
          )}
          {!isCollapsed &&
            rows.map((equity) => (
              <MarketRow
                key={equity.equityId}
                equity={equity}
                focusKey={subjectKey({ security: equity.equityId })}
                position={positionOf(equity)}
                onOpen={() => onChoose(equity)}
                onStep={(step) => actions.stepSecurities(movedWith(equity), step, equity.equityId)}
                onPress={(press) => drag.dragSecurity(press, equity)}
                isChosen={chosen.ids.includes(equity.equityId)}
                chosen={chosen}
              >
                <MenuButton
                  subject={{ security: equity.equityId }}
                  label={text('watchlist.menu.security', { security: nameOf(equity) })}
                  {...menus}
                >
                  <Grip />
                </MenuButton>
                <button
                  type="button"
                  className="watchlist-action"
                  aria-label={text('watchlist.remove.security', { security: nameOf(equity) })}
                  onClick={() => actions.removeSecurities([equity.equityId])}
                >
                  <span aria-hidden>×</span>
                </button>
              </MarketRow>
            ))}
        </tbody>
      ))}
      {suggested.length > 0 && (
        <SuggestedRows {...{ suggested, columns, nameOf, positionOf, onChoose, onAdd }} />
      )}
    </table>
  )
}

interface SuggestedRowsProps extends Pick<Props, 'suggested' | 'onChoose' | 'onAdd'> {
  columns: number
  nameOf: (equity: Equity) => string
  positionOf: (equity: Equity) => OwnPosition | null | undefined
}

/** The securities that are offered below the list. */
function SuggestedRows({ suggested, columns, nameOf, positionOf, onChoose, onAdd }: SuggestedRowsProps) {
  const text = useText()
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns} className="watchlist-suggested">
          {text('watchlist.suggested')}
        </th>
      </tr>
      {suggested.map((equity) => (
        <MarketRow
          key={equity.equityId}
          equity={equity}
          position={positionOf(equity)}
          onOpen={() => onChoose(equity)}
        >
          <button
            type="button"
            className="watchlist-action"
            aria-label={text('watchlist.add.security', { security: nameOf(equity) })}
            onClick={() => onAdd(equity)}
          >
            <span aria-hidden>+</span>
          </button>
        </MarketRow>
      ))}
    </tbody>
  )
}

function Headings({ hasPositions }: { hasPositions: boolean }) {
  const text = useText()
  return (
    <thead>
      <tr>
        <th scope="col">{text('watchlist.security')}</th>
        {hasPositions && (
          <th scope="col" className="desk-card-number" title={text('watchlist.position.hint')}>
            {text('watchlist.position')}
          </th>
        )}
        {marketColumns.map((column) => (
          <th
            key={column}
            scope="col"
            className={marketCell[column]}
            title={column === 'share' ? text('watchlist.share.hint') : undefined}
          >
            {text(`watchlist.${column}`)}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}

interface GroupRowProps extends MenuProps {
  group: string
  count: number
  isCollapsed: boolean
  columns: number
  onCollapse: () => void
  onStep: (step: -1 | 1) => void
  onPress: (press: PointerEvent) => void
}

/** The name of a group, which shows and hides its rows. */
function GroupRow({
  group,
  count,
  isCollapsed,
  columns,
  onCollapse,
  onStep,
  onPress,
  ...menus
}: GroupRowProps) {
  const text = useText()
  return (
    <tr
      className="watchlist-group"
      data-focus={subjectKey({ group })}
      onPointerDown={(event) => onPress(event.nativeEvent)}
      onKeyDown={(event) => stepByKey(event, onStep)}
    >
      <th scope="rowgroup" colSpan={columns}>
        <div className="watchlist-group-heading">
          <button
            type="button"
            className="watchlist-group-toggle"
            aria-expanded={!isCollapsed}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={onCollapse}
          >
            <Chevron to={isCollapsed ? 'right' : 'down'} />
            <span className="watchlist-group-name">{group}</span>
            <GroupCount count={count} />
          </button>
          <MenuButton subject={{ group }} label={text('watchlist.menu.group', { group })} {...menus}>
            <Grip />
          </MenuButton>
        </div>
      </th>
    </tr>
  )
}

function GroupCount({ count }: { count: number }) {
  const text = useText()
  return (
    <span className="watchlist-group-count">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="visually-hidden">
        {' '}
        {text('watchlist.group.count', { count: formatNumber(count) })}
      </span>
    </span>
  )
}

type MenuProps = Pick<Props, 'openMenu' | 'onMenu' | 'onMenuNear'>

interface MenuButtonProps extends MenuProps {
  subject: MenuSubject
  label: string
  children: ReactNode
}

function MenuButton({ subject, label, openMenu, onMenu, onMenuNear, children }: MenuButtonProps) {
  const isOpen = openMenu === subjectKey(subject)
  // A press outside the menu closes it, before the click of the same press arrives.
  const wasOpen = useRef(false)
  const press = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    if (!wasOpen.current) onMenu(subject, currentTarget)
    wasOpen.current = false
  }
  return (
    <button
      type="button"
      className="watchlist-grip"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      title={label}
      onFocus={onMenuNear}
      onPointerEnter={onMenuNear}
      onPointerDown={() => {
        wasOpen.current = isOpen
      }}
      onClick={press}
    >
      {children}
    </button>
  )
}

/** Six dots, as handles have that are dragged. */
const Grip = () => (
  <svg viewBox="0 0 10 14" aria-hidden="true">
    {[3, 7, 11].flatMap((y) => [3, 7].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1" />))}
  </svg>
)

import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { MenuGroup, MenuItem } from '@salt-ds/core'
import { AnchoredMenu } from '../../ui/controls/AnchoredMenu.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'
import type { ChosenRows } from './use-chosen-rows.ts'
import type { WatchlistActions } from './use-watchlist-actions.ts'
import { type GroupName, groupBeside, positionBeside, sectionOf } from './watchlist-order.ts'
import './watchlist-menu.css'

interface Props {
  list: Watchlist
  actions: WatchlistActions
  /** The button that has opened the menu, and what it is about. */
  anchor: Element
  label: string
  onClose: () => void
}

interface StepItemsProps {
  mayStep: (step: -1 | 1) => boolean
  onStep: (step: -1 | 1) => void
}

function StepItems({ mayStep, onStep }: StepItemsProps) {
  const text = useText()
  return (
    <>
      <MenuItem disabled={!mayStep(-1)} onClick={() => onStep(-1)}>
        {text('watchlist.menu.up')} <MenuKey keys="Alt+↑" />
      </MenuItem>
      <MenuItem disabled={!mayStep(1)} onClick={() => onStep(1)}>
        {text('watchlist.menu.down')} <MenuKey keys="Alt+↓" />
      </MenuItem>
    </>
  )
}

const MenuKey = ({ keys }: { keys: string }) => (
  <span aria-hidden className="watchlist-menu-key">
    <Kbd>{keys}</Kbd>
  </span>
)

type MoveItemsProps = Pick<Props, 'list' | 'actions'> & {
  ids: readonly string[]
  /** Asks for the name of a new group for these securities. */
  onNewGroup: (ids: readonly string[]) => void
}

/** The groups to which securities can be moved: all but the one in which all of them are. */
function MoveItems({ list, actions, ids, onNewGroup }: MoveItemsProps) {
  const text = useText()
  const present = new Set(ids.map((id) => sectionOf(list, id)?.group ?? null))
  const isElsewhere = (group: GroupName): boolean => present.size > 1 || !present.has(group)
  const move = (group: GroupName): void => actions.moveSecurities(ids, { group, before: null })
  return (
    <MenuGroup label={text('watchlist.menu.to')}>
      {list.groups
        .filter(({ name }) => isElsewhere(name))
        .map(({ name }) => (
          <MenuItem key={name} onClick={() => move(name)}>
            <span className="watchlist-menu-name">{name}</span>
          </MenuItem>
        ))}
      {list.groups.length > 0 && isElsewhere(null) && (
        <MenuItem onClick={() => move(null)}>{text('watchlist.group.none')}</MenuItem>
      )}
      <MenuItem onClick={() => onNewGroup(ids)}>{text('watchlist.menu.new')}</MenuItem>
    </MenuGroup>
  )
}

interface SecurityMenuProps extends Props, Pick<MoveItemsProps, 'onNewGroup'> {
  id: string
  isChosen: boolean
  onChoose: () => void
}

/** Moves a security without dragging: one row, to another group, or out of the list (WCAG 2.5.7). */
export function SecurityMenu({
  list,
  actions,
  id,
  isChosen,
  onChoose,
  onNewGroup,
  ...menu
}: SecurityMenuProps) {
  const text = useText()
  return (
    <AnchoredMenu {...menu}>
      <StepItems
        mayStep={(step) => positionBeside(list, id, step) !== null}
        onStep={(step) => actions.stepSecurities([id], step, id)}
      />
      <MenuItem onClick={onChoose}>
        {text(isChosen ? 'watchlist.menu.unchoose' : 'watchlist.menu.choose')}{' '}
        <MenuKey keys={text('watchlist.menu.space')} />
      </MenuItem>
      <MoveItems {...{ list, actions, onNewGroup }} ids={[id]} />
      <MenuGroup>
        <MenuItem onClick={() => actions.removeSecurities([id])}>{text('watchlist.menu.remove')}</MenuItem>
      </MenuGroup>
    </AnchoredMenu>
  )
}

interface ChosenMenuProps extends Omit<Props, 'label'>, Pick<MoveItemsProps, 'onNewGroup'> {
  chosen: ChosenRows
}

/** Moves or removes the chosen rows together. */
export function ChosenMenu({ list, actions, chosen, onNewGroup, ...menu }: ChosenMenuProps) {
  const text = useText()
  const { ids } = chosen
  const count = formatNumber(ids.length)
  return (
    <AnchoredMenu {...menu} label={text('watchlist.chosen.count', { count })}>
      <MoveItems {...{ list, actions, ids, onNewGroup }} />
      <MenuGroup>
        <MenuItem onClick={() => actions.removeSecurities(ids)}>
          {text('watchlist.chosen.remove.menu', { count })}
        </MenuItem>
        <MenuItem onClick={chosen.chooseNone}>{text('watchlist.chosen.none')}</MenuItem>
      </MenuGroup>
    </AnchoredMenu>
  )
}

interface GroupMenuProps extends Props {
  name: string
  onRename: () => void
  /** Asks before the securities of the group are removed with it. */
  onRemoveAll: () => void
}

export function GroupMenu({ list, actions, name, onRename, onRemoveAll, ...menu }: GroupMenuProps) {
  const text = useText()
  const count = list.groups.find((group) => group.name === name)?.securityIds.length ?? 0
  return (
    <AnchoredMenu {...menu}>
      <MenuItem onClick={onRename}>{text('watchlist.menu.rename')}</MenuItem>
      <StepItems
        mayStep={(step) => groupBeside(list, name, step) !== undefined}
        onStep={(step) => actions.stepGroup(name, step)}
      />
      <MenuItem onClick={() => actions.removeGroup(name, 'stay')}>
        {text(count === 0 ? 'watchlist.menu.removeEmpty' : 'watchlist.menu.removeGroup')}
      </MenuItem>
      {count > 0 && <MenuItem onClick={onRemoveAll}>{text('watchlist.menu.removeAll', { count })}</MenuItem>}
    </AnchoredMenu>
  )
}

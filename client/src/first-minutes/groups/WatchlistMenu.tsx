import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { MenuGroup, MenuItem } from '@salt-ds/core'
import { AnchoredMenu } from '../../ui/controls/AnchoredMenu.tsx'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'
import type { WatchlistActions } from './use-watchlist-actions.ts'
import { groupBeside, positionBeside, sectionOf } from './watchlist-order.ts'
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

interface SecurityMenuProps extends Props {
  id: string
  /** Asks for the name of a new group for this security. */
  onNewGroup: () => void
}

/** Moves a security without dragging: one row, to another group, or out of the list (WCAG 2.5.7). */
export function SecurityMenu({ list, actions, id, onNewGroup, ...menu }: SecurityMenuProps) {
  const text = useText()
  const own = sectionOf(list, id)?.group ?? null
  const others = list.groups.filter(({ name }) => name !== own)
  return (
    <AnchoredMenu {...menu}>
      <StepItems
        mayStep={(step) => positionBeside(list, id, step) !== null}
        onStep={(step) => actions.stepSecurity(id, step)}
      />
      <MenuGroup label={text('watchlist.menu.to')}>
        {others.map(({ name }) => (
          <MenuItem key={name} onClick={() => actions.moveSecurity(id, { group: name, before: null })}>
            <span className="watchlist-menu-name">{name}</span>
          </MenuItem>
        ))}
        {own !== null && (
          <MenuItem onClick={() => actions.moveSecurity(id, { group: null, before: null })}>
            {text('watchlist.group.none')}
          </MenuItem>
        )}
        <MenuItem onClick={onNewGroup}>{text('watchlist.menu.new')}</MenuItem>
      </MenuGroup>
      <MenuGroup>
        <MenuItem onClick={() => actions.removeSecurity(id)}>{text('watchlist.menu.remove')}</MenuItem>
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

import { Menu, MenuPanel } from '@salt-ds/core'
import type { FocusEvent, ReactNode } from 'react'
import './anchored-menu.css'

interface Props {
  label: string
  /** The button that has opened it: the menu is beside it, and the focus returns to it. */
  anchor: Element
  onClose: () => void
  /** Items and groups of items of the design system. */
  children: ReactNode
}

/**
 * An open menu beside a button. A long table has one for all of its rows, because a closed menu of each row costs more
 * than the row.
 */
export function AnchoredMenu({ label, anchor, onClose, children }: Props) {
  return (
    <Menu
      open
      placement="bottom-end"
      getVirtualElement={() => anchor}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <MenuPanel aria-label={label} className="anchored-menu" onFocus={toFirstItem}>
        {children}
      </MenuPanel>
    </Menu>
  )
}

/** The library gives the focus to the panel of a menu that it has not opened itself. */
function toFirstItem({ target, currentTarget }: FocusEvent): void {
  if (target === currentTarget)
    currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled])')?.focus()
}

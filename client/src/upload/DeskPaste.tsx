import { useEffect } from 'react'
import { intervals } from '../shared/intervals.ts'
import { clipboardTexts } from '../ui/browser/clipboard-text.ts'
import { useTemporaryValue } from '../ui/browser/use-temporary-value.ts'
import { DeskNote } from '../ui/labels/DeskNote.tsx'
import { useText } from '../ui/text/use-text.ts'
import type { Uploads } from './use-uploads.ts'

/** Fields that take pasted text themselves. */
const textFields =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]'

/** The search for a security, which has the focus after sign-in: no security has a name of several lines. */
const securitySearch = '[data-takes-tables]'

/** Popups that a paste must not act behind: dialogs, and located contras, which must be answered first. */
const openPopups = '[role=dialog], [role=alertdialog], [aria-modal=true]'

/**
 * Ctrl+V anywhere on the desk opens the preview of bulk upload with the orders on the clipboard, in the search for a
 * security too if they have several lines. Nothing is sent before the preview is confirmed. Says so if the clipboard
 * holds no table of orders.
 */
export function DeskPaste({ uploads }: { uploads: Uploads }) {
  const text = useText()
  const [isRefused, setIsRefused] = useTemporaryValue<true>(intervals.pasteRefused)
  const isOpen = uploads.flow.phase !== 'closed'
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isOpen || event.clipboardData === null) return
      const field = event.target instanceof Element ? event.target.closest(textFields) : null
      const isSearch = field?.matches(securitySearch) ?? false
      if ((field && !isSearch) || document.querySelector(openPopups)) return
      const pasted = clipboardTexts(event.clipboardData)
      if (pasted.length === 0 || (isSearch && !pasted.some(hasSeveralLines))) return
      const isTaken = uploads.takePasted(pasted)
      if (isSearch && !isTaken) return
      event.preventDefault()
      setIsRefused(isTaken ? null : true)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  })
  return <DeskNote>{isRefused && text('upload.pasted.noTable')}</DeskNote>
}

const hasSeveralLines = (text: string): boolean => text.trim().includes('\n')

import type { TextKey } from '@aitai/messages/en.ts'

/** One line of the list: the keys, any of which does it, and what they do. */
interface KeyLine {
  readonly keys: readonly string[]
  readonly does: Extract<TextKey, `keys.does.${string}`>
}

interface KeyGroup {
  readonly title: Extract<TextKey, `keys.title.${string}`>
  readonly lines: readonly KeyLine[]
}

/** Every key that does something, by where it does it. Names of keys are the same in every language. */
export const shortcutGroups = (answerKey: string, singleKeysAreOn: boolean): readonly KeyGroup[] => [
  {
    title: 'keys.title.anywhere',
    lines: [
      { keys: singleKeysAreOn ? ['/', 'Ctrl+K'] : ['Ctrl+K'], does: 'keys.does.search' },
      ...(singleKeysAreOn ? [{ keys: ['?'], does: 'keys.does.help' } as const] : []),
      { keys: ['Esc'], does: 'keys.does.close' },
    ],
  },
  {
    title: 'keys.title.located',
    lines: [
      { keys: [answerKey], does: 'keys.does.goToPopup' },
      { keys: ['A'], does: 'keys.does.accept' },
      { keys: ['D'], does: 'keys.does.decline' },
      { keys: ['↑', '↓'], does: 'keys.does.chooseLocate' },
      { keys: ['Space', 'Shift+↑', 'Shift+↓', 'Ctrl+A'], does: 'keys.does.chooseSeveral' },
      { keys: ['Enter'], does: 'keys.does.closeOutcome' },
      { keys: ['Esc'], does: 'keys.does.leavePopup' },
    ],
  },
  ...deskGroups,
]

const deskGroups: readonly KeyGroup[] = [
  {
    title: 'keys.title.search',
    lines: [
      { keys: ['↓', '↑'], does: 'keys.does.match' },
      { keys: ['Enter'], does: 'keys.does.take' },
      { keys: ['Esc'], does: 'keys.does.dropSearch' },
    ],
  },
  {
    title: 'keys.title.desk',
    lines: [
      { keys: ['↑', '↓'], does: 'keys.does.move' },
      { keys: ['Home', 'End'], does: 'keys.does.ends' },
      { keys: ['Enter'], does: 'keys.does.open' },
      { keys: ['Ctrl+V'], does: 'keys.does.pasteOrders' },
      { keys: ['F9'], does: 'keys.does.pauseAll' },
      { keys: ['Shift+F9'], does: 'keys.does.resumeAll' },
      { keys: ['Ctrl+F9'], does: 'keys.does.cancelAll' },
    ],
  },
  {
    title: 'keys.title.editor',
    lines: [
      { keys: ['Enter'], does: 'keys.does.review' },
      { keys: ['←', '→'], does: 'keys.does.step' },
      { keys: ['Home', 'End'], does: 'keys.does.panelEnds' },
    ],
  },
  {
    title: 'keys.title.history',
    lines: [
      { keys: ['Space'], does: 'keys.does.select' },
      { keys: ['Shift+↑↓'], does: 'keys.does.range' },
      { keys: ['Ctrl+A'], does: 'keys.does.all' },
      { keys: ['Enter'], does: 'keys.does.openRow' },
      { keys: ['Alt+↓'], does: 'keys.does.filterColumn' },
      { keys: ['Ctrl+C'], does: 'keys.does.copy' },
      { keys: ['Ctrl+Shift+C'], does: 'keys.does.copyHeaders' },
    ],
  },
  {
    title: 'keys.title.upload',
    lines: [
      { keys: ['Ctrl+V'], does: 'keys.does.paste' },
      { keys: ['Space'], does: 'keys.does.selectRow' },
    ],
  },
  {
    title: 'keys.title.bell',
    lines: [{ keys: ['←', '→'], does: 'keys.does.bellTab' }],
  },
]

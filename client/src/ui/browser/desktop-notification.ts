/** Whether this page may show notices of the browser; `unsupported` without TLS, or by an old browser. */
export type DesktopPermission = NotificationPermission | 'unsupported'

export const desktopPermission = (): DesktopPermission =>
  typeof Notification === 'undefined' || !isSecureContext ? 'unsupported' : Notification.permission

/** Asks the person. Only ever from a button that says what for, never at load (quality U34). */
export async function requestDesktopPermission(): Promise<DesktopPermission> {
  if (desktopPermission() === 'unsupported') return 'unsupported'
  return Notification.requestPermission()
}

interface DesktopNotice {
  /** The same tag from several tabs is one notice. */
  readonly tag: string
  readonly title: string
  /** Names no security: it may be read on a locked screen. */
  readonly body: string
  readonly lang: string
  readonly onClick: () => void
}

/** Shows a notice of the browser that stays until it is closed or clicked; nothing where not allowed. */
export function showDesktopNotification({ tag, title, body, lang, onClick }: DesktopNotice): {
  close(): void
} {
  if (desktopPermission() !== 'granted') return { close: () => undefined }
  const notice = new Notification(title, { tag, body, lang, requireInteraction: true, icon: '/favicon.svg' })
  notice.onclick = () => {
    window.focus()
    notice.close()
    onClick()
  }
  return notice
}

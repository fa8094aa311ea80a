/** Whether this page may show browser notifications; `unsupported` without TLS and in old browsers. */
export type DesktopPermission = NotificationPermission | 'unsupported'

export const desktopPermission = (): DesktopPermission =>
  typeof Notification === 'undefined' || !isSecureContext ? 'unsupported' : Notification.permission

/** Requests the permission. Only from a button that says what it is for, never on load. */
export async function requestDesktopPermission(): Promise<DesktopPermission> {
  if (desktopPermission() === 'unsupported') return 'unsupported'
  return Notification.requestPermission()
}

interface DesktopOnlyMessage {
  /** The same tag from several tabs is one notification. */
  readonly tag: string
  readonly title: string
  /** Names no security: it may be read on a locked screen. */
  readonly body: string
  readonly lang: string
  readonly onClick: () => void
}

/** Shows a browser notification that stays until it is closed or clicked; does nothing without permission. */
export function showDesktopNotification({ tag, title, body, lang, onClick }: DesktopOnlyMessage): {
  close(): void
} {
  if (desktopPermission() !== 'granted') return { close: () => undefined }
  const notification = new Notification(title, {
    tag,
    body,
    lang,
    requireInteraction: true,
    icon: '/favicon.svg',
  })
  notification.onclick = () => {
    window.focus()
    notification.close()
    onClick()
  }
  return notification
}

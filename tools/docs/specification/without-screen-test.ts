/** Sentences about screens without a test through the screen. The list may only get shorter. */
export const notThroughScreen: readonly string[] = `
  2.trader.4 2.trader.13 2.trader.19 2.trader.20 2.trader.21 2.trader.22 2.trader.23 2.trader.24
  2.trader.25 2.trader.31 2.trader.32
  4.statuses.2 4.statuses.3 4.statuses.7 4.statuses.8 4.statuses.9 4.statuses.10 4.statuses.11 4.statuses.13
  4.statuses.17 4.statuses.18 4.snapshot.1 4.snapshot.2 4.bulk.1 4.bulk.2 4.bulk.3 4.indicator.4
  4.indicator.6 4.indicator.7 4.locate.1 4.notifications.19 4.other.6 4.other.7 4.other.8
  5.editor.1 5.editor.2 5.editor.5 5.editor.7 5.editor.8 5.editor.10 5.editor.11 5.editor.14 5.editor.15
  5.editor.16 5.editor.19 5.editor.20 5.bulk.1 5.bulk.20 5.bulk.21 5.bulk.22 5.number.1 5.number.2
  6.10
  7.locates.1 7.failures.1
  8.2fa.1 8.session.2
  8.market.1 8.market.2 8.market.3 8.market.4 8.advert.1 8.advert.2 8.advert.3 8.advert.4 8.advert.5
  8.advert.6 8.advert.7 8.advert.8 8.advert.9 8.advert.10 8.shown.1 8.shown.2 8.shown.3 8.shown.4
  8.defaults.1 8.defaults.2 8.defaults.3 8.defaults.4 8.defaults.5 8.defaults.6 8.defaults.7
  8.account.1 8.account.2 8.account.4 8.account.8
  9.1 9.6 9.7 9.8 9.9 9.12 9.13 9.17 9.25 9.27
`
  .trim()
  .split(/\s+/)

/** Anmeldung bei einem OpenID-Connect-Anbieter, auf Deutsch. */
export const provider = {
  provider: {
    signIn: (name: string) => `Mit ${name} anmelden`,
    title: "Anmeldung anderswo",
    text: (name: string) => `Ein Konto bei ${name}, das Sie verknüpfen, meldet Sie hier ohne Passwort an.`,
    link: (name: string) => `Konto bei ${name} verknüpfen`,
    unlink: "Trennen",
    unlinkNamed: (account: string) => `${account} trennen`,
    since: (day: string) => `verknüpft ${day}`,
    refused: {
      unreachable:
        "Der Anbieter antwortet nicht. Versuchen Sie es gleich noch einmal, oder melden Sie sich mit dem Passwort an.",
      expired: "Das hat zu lange gedauert oder in einem anderen Browser begonnen. Versuchen Sie es noch einmal.",
      failed: "Der Anbieter hat nicht bestätigt, wer Sie sind. Versuchen Sie es noch einmal.",
      unknown:
        "Niemand hier ist unter diesem Konto bekannt, und an seine bestätigte Adresse gibt es keine offene Einladung. Bitten Sie um eine.",
      known:
        "Jemand hier hat diese E-Mail-Adresse. Melden Sie sich mit dem Passwort an, und verknüpfen Sie das Konto unter Einstellungen.",
      taken: "Dieses Konto meldet hier jemand anderen an.",
    },
  },
};

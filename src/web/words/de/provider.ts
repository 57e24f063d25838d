/** Anmeldung bei einem OpenID-Connect-Anbieter, auf Deutsch. */
export const provider = {
  provider: {
    signIn: (name: string) => `Mit ${name} anmelden`,
    title: "Anmeldung anderswo",
    text: (name: string) => `Ein Konto bei ${name}, das du verknüpfst, meldet dich hier ohne Passwort an.`,
    link: (name: string) => `Konto bei ${name} verknüpfen`,
    unlink: "Trennen",
    unlinkNamed: (account: string) => `${account} trennen`,
    since: (day: string) => `verknüpft ${day}`,
    refused: {
      unreachable: "Der Anbieter antwortet nicht. Versuche es gleich noch einmal, oder melde dich mit dem Passwort an.",
      expired: "Das hat zu lange gedauert oder in einem anderen Browser begonnen. Versuche es noch einmal.",
      failed: "Der Anbieter hat nicht bestätigt, wer du bist. Versuche es noch einmal.",
      unknown:
        "Niemand hier ist unter diesem Konto bekannt, und an seine bestätigte Adresse gibt es keine offene Einladung. Bitte um eine.",
      known:
        "Jemand hier hat diese E-Mail-Adresse. Melde dich mit dem Passwort an, und verknüpfe das Konto unter Einstellungen.",
      taken: "Dieses Konto meldet hier jemand anderen an.",
    },
  },
};

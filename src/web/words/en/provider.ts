/** Signing in at an OpenID Connect provider, in English. */
export const provider = {
  provider: {
    signIn: (name: string) => `Sign in with ${name}`,
    title: "Sign-in elsewhere",
    text: (name: string) => `An account at ${name} that you link signs you in here, without a password.`,
    link: (name: string) => `Link an account at ${name}`,
    unlink: "Unlink",
    unlinkNamed: (account: string) => `Unlink ${account}`,
    since: (day: string) => `linked ${day}`,
    refused: {
      unreachable: "The provider does not answer. Try again in a minute, or sign in with your password.",
      expired: "That took too long, or began in another browser. Try again.",
      failed: "The provider did not confirm who you are. Try again.",
      unknown:
        "Nobody here is known by this account, and there is no open invitation to its verified address. Ask for one.",
      known: "Somebody here has this e-mail address. Sign in with the password, then link the account under Settings.",
      taken: "This account signs in somebody else here.",
    },
  },
};

declare const __BUILD_VERSION__: string | undefined;

/** Version and commit of this build; a server that runs from its sources is none. */
export const serverVersion = typeof __BUILD_VERSION__ === 'undefined' ? 'sin construir' : __BUILD_VERSION__;

declare const __BUILD_VERSION__: string | undefined;

/** Version and commit of this build; a fixed text when running from sources. */
export const serverVersion = typeof __BUILD_VERSION__ === 'undefined' ? 'sin construir' : __BUILD_VERSION__;

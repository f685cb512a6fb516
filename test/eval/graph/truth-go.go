// Writes the definitions, calls and imports of a Go repository as go/parser and go/types resolve them. The standard library is
// type-checked from source. Other external packages are missing, so calls on them are unknown. Files that build tags exclude are
// checked together with the other files of their package.
//
// Run: go run truth-go.go <repository folder>. It writes JSON lines to stdout, in the format of truth.ts.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

type namePosition struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

type definition struct {
	Record string `json:"record"`
	namePosition
	Kind      string `json:"kind"`
	StartLine int    `json:"startLine"`
	Nested    bool   `json:"nested"`
}

type caller struct {
	Name string `json:"name"`
	Line int    `json:"line"`
}

type call struct {
	Record string `json:"record"`
	namePosition
	StartLine int            `json:"startLine"`
	To        []namePosition `json:"to"`
	How       string         `json:"how"`
	Form      string         `json:"form"`
	Caller    *caller        `json:"caller"`
	Also      []caller       `json:"also"`
}

type importRecord struct {
	Record   string `json:"record"`
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Target   string `json:"target"`
	Required bool   `json:"required"`
}

type aboutRecord struct {
	Record   string   `json:"record"`
	Language string   `json:"language"`
	Files    int      `json:"files"`
	Skipped  []string `json:"skipped"`
	Tool     string   `json:"tool"`
}

type sourceFile struct {
	path    string
	syntax  *ast.File
	matches bool
	info    *types.Info
}

var (
	root    string
	fileSet = token.NewFileSet()
	out     = json.NewEncoder(os.Stdout)
	files   = map[string]*sourceFile{}
	folders = map[string][]*sourceFile{}
	names   = map[string]bool{}
	// Definitions by the position of their name.
	positions = map[token.Pos]namePosition{}
	// Import paths of the repository's own packages, by folder.
	ownPaths        = map[string]string{}
	checkedPackages = map[string]*types.Package{}
	standard        = importer.ForCompiler(fileSet, "source", nil)
	skipped         = []string{}
)

func main() {
	root, _ = filepath.EvalSymlinks(os.Args[1])
	out.SetEscapeHTML(false)
	listed, err := exec.Command("git", "-C", root, "ls-files").Output()
	if err != nil {
		panic(err)
	}
	paths := strings.Split(strings.TrimSpace(string(listed)), "\n")
	sort.Strings(paths)
	readModules(paths)
	for _, name := range paths {
		if strings.HasSuffix(name, ".go") {
			readFile(name)
		}
	}
	for _, file := range sortedFiles() {
		define(file)
	}
	for folder := range folders {
		checkFolder(folder)
	}
	for _, file := range sortedFiles() {
		writeCalls(file)
		writeImports(file)
	}
	emit(aboutRecord{"about", "go", len(files), skipped, "go/types"})
}

func emit(record any) {
	if err := out.Encode(record); err != nil {
		panic(err)
	}
}

func sortedFiles() []*sourceFile {
	list := make([]*sourceFile, 0, len(files))
	for _, file := range files {
		list = append(list, file)
	}
	sort.Slice(list, func(a, b int) bool { return list[a].path < list[b].path })
	return list
}

// modules maps the folder of each go.mod to its module path.
var modules = map[string]string{}

func readModules(paths []string) {
	for _, name := range paths {
		if path.Base(name) != "go.mod" {
			continue
		}
		text, _ := os.ReadFile(filepath.Join(root, name))
		for _, line := range strings.Split(string(text), "\n") {
			if words := strings.Fields(line); len(words) == 2 && words[0] == "module" {
				modules[path.Dir(name)] = strings.Trim(words[1], `"`)
			}
		}
	}
}

func importPath(folder string) string {
	for parent := folder; ; parent = path.Dir(parent) {
		if module, found := modules[parent]; found {
			return path.Join(module, strings.TrimPrefix(strings.TrimPrefix(folder, parent), "/"))
		}
		if parent == "." {
			return folder
		}
	}
}

func readFile(name string) {
	full := filepath.Join(root, name)
	syntax, err := parser.ParseFile(fileSet, full, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		skipped = append(skipped, fmt.Sprintf("%s: %v", name, err))
		if syntax == nil {
			return
		}
	}
	folder := path.Dir(name)
	matches, _ := build.Default.MatchFile(filepath.Dir(full), filepath.Base(full))
	file := &sourceFile{path: name, syntax: syntax, matches: matches}
	files[name] = file
	folders[folder] = append(folders[folder], file)
	ownPaths[importPath(folder)] = folder
}

func locate(pos token.Pos) (string, int) {
	position := fileSet.Position(pos)
	name, _ := filepath.Rel(root, position.Filename)
	return filepath.ToSlash(name), position.Line
}

func addDefinition(name *ast.Ident, kind string, start token.Pos, nested bool) {
	if name.Name == "_" {
		return
	}
	file, line := locate(name.Pos())
	_, startLine := locate(start)
	positions[name.Pos()] = namePosition{file, line, name.Name}
	names[name.Name] = true
	emit(definition{"definition", namePosition{file, line, name.Name}, kind, startLine, nested})
}

func define(file *sourceFile) {
	for _, declaration := range file.syntax.Decls {
		switch declared := declaration.(type) {
		case *ast.FuncDecl:
			kind := "function"
			if declared.Recv != nil {
				kind = "method"
			}
			addDefinition(declared.Name, kind, declared.Pos(), false)
			ast.Inspect(declared, func(node ast.Node) bool {
				if spec, is := node.(*ast.TypeSpec); is {
					defineType(spec, spec.Pos(), true)
				}
				return true
			})
		case *ast.GenDecl:
			for _, spec := range declared.Specs {
				start := spec.Pos()
				if !declared.Lparen.IsValid() {
					start = declared.Pos()
				}
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					defineType(spec, start, false)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						addDefinition(name, "variable", start, false)
					}
				}
			}
		}
	}
}

func defineType(spec *ast.TypeSpec, start token.Pos, nested bool) {
	addDefinition(spec.Name, "class", start, nested)
	var fields *ast.FieldList
	kind := "property"
	switch written := spec.Type.(type) {
	case *ast.StructType:
		fields = written.Fields
	case *ast.InterfaceType:
		fields, kind = written.Methods, "method"
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			addDefinition(name, kind, field.Pos(), nested)
		}
	}
}

type repositoryImporter struct{}

func (repositoryImporter) Import(name string) (*types.Package, error) {
	if folder, own := ownPaths[name]; own {
		return checkPackage(folder), nil
	}
	if !strings.Contains(strings.Split(name, "/")[0], ".") {
		if found, err := standard.Import(name); err == nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf("package %s is not in this repository or the standard library", name)
}

// check type-checks some files as one package despite errors, and returns the objects that their names resolve to.
func check(name string, selected []*sourceFile) (*types.Package, *types.Info) {
	info := &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
	}
	config := types.Config{Importer: repositoryImporter{}, Error: func(error) {}, FakeImportC: true}
	syntax := make([]*ast.File, len(selected))
	for index, file := range selected {
		syntax[index] = file.syntax
	}
	checkedPackage, _ := config.Check(name, fileSet, syntax, info)
	return checkedPackage, info
}

func isTest(file *sourceFile) bool { return strings.HasSuffix(file.path, "_test.go") }

func checkPackage(folder string) *types.Package {
	name := importPath(folder)
	if found, done := checkedPackages[name]; done {
		return found
	}
	// Prevents an endless loop on import cycles, which only broken code has.
	checkedPackages[name] = types.NewPackage(name, path.Base(name))
	var selected []*sourceFile
	for _, file := range folders[folder] {
		if !isTest(file) && file.matches {
			selected = append(selected, file)
		}
	}
	found, info := check(name, selected)
	for _, file := range selected {
		file.info = info
	}
	checkedPackages[name] = found
	return found
}

// checkFolder type-checks a package, its internal tests, its external tests (`_test` package), and then each file that build tags exclude.
func checkFolder(folder string) {
	checkPackage(folder)
	var plain, internalTests, externalTests []*sourceFile
	for _, file := range folders[folder] {
		switch {
		case !file.matches:
		case !isTest(file):
			plain = append(plain, file)
		case strings.HasSuffix(file.syntax.Name.Name, "_test"):
			externalTests = append(externalTests, file)
		default:
			internalTests = append(internalTests, file)
		}
	}
	assign := func(name string, all []*sourceFile, targets []*sourceFile) {
		_, info := check(name, all)
		for _, file := range targets {
			file.info = info
		}
	}
	if len(internalTests) > 0 {
		assign(importPath(folder), append(append([]*sourceFile{}, plain...), internalTests...), internalTests)
	}
	if len(externalTests) > 0 {
		assign(importPath(folder)+"_test", externalTests, externalTests)
	}
	for _, file := range folders[folder] {
		if file.matches {
			continue
		}
		others := []*sourceFile{file}
		for _, other := range append(append([]*sourceFile{}, plain...), internalTests...) {
			if other.syntax.Name.Name == file.syntax.Name.Name && (isTest(file) || !isTest(other)) {
				others = append(others, other)
			}
		}
		assign(importPath(folder), others, []*sourceFile{file})
	}
}

func calleeName(expression ast.Expr) (*ast.Ident, string) {
	switch written := expression.(type) {
	case *ast.Ident:
		return written, "bare"
	case *ast.SelectorExpr:
		return written.Sel, "attribute"
	case *ast.ParenExpr:
		return calleeName(written.X)
	case *ast.IndexExpr:
		return calleeName(written.X)
	case *ast.IndexListExpr:
		return calleeName(written.X)
	}
	return nil, ""
}

func writeCalls(file *sourceFile) {
	for _, declaration := range file.syntax.Decls {
		var enclosing *caller
		if function, is := declaration.(*ast.FuncDecl); is {
			_, line := locate(function.Name.Pos())
			enclosing = &caller{function.Name.Name, line}
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			switch written := node.(type) {
			case *ast.CallExpr:
				writeCall(file, written.Fun, written.Pos(), enclosing)
			case *ast.CompositeLit:
				if written.Type != nil {
					writeCall(file, written.Type, written.Pos(), enclosing)
				}
			}
			return true
		})
	}
}

// writeCall writes a call, or the construction of a composite literal as a call of its type.
func writeCall(file *sourceFile, called ast.Expr, pos token.Pos, enclosing *caller) {
	name, form := calleeName(called)
	if name == nil {
		return
	}
	to, how := resolve(file, name, form)
	if to == nil && !names[name.Name] {
		return
	}
	where, line := locate(name.Pos())
	_, start := locate(pos)
	emit(call{"call", namePosition{where, line, name.Name}, start, to, how, form, enclosing, []caller{}})
}

func resolve(file *sourceFile, name *ast.Ident, form string) ([]namePosition, string) {
	object := file.info.Uses[name]
	if object == nil {
		return nil, "unknown"
	}
	switch found := object.(type) {
	case *types.Func:
		object = found.Origin()
	case *types.TypeName:
		// The call constructs the type or converts to it.
		object = found
	case *types.Var:
		if !found.IsField() && found.Parent() != found.Pkg().Scope() {
			return nil, "elsewhere"
		}
		object = found.Origin()
	}
	if known, is := positions[object.Pos()]; is {
		return []namePosition{known}, "checker"
	}
	return nil, "elsewhere"
}

func writeImports(file *sourceFile) {
	for _, spec := range file.syntax.Imports {
		folder, own := ownPaths[strings.Trim(spec.Path.Value, "\"`")]
		if !own {
			continue
		}
		_, line := locate(spec.Pos())
		for _, target := range folders[folder] {
			if !isTest(target) {
				emit(importRecord{"import", file.path, line, target.path, target.matches})
			}
		}
	}
}
